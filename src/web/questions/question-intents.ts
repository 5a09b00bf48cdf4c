/** Names of the forms on a question's page. */
export type QuestionIntent =
	| 'vote'
	| 'unvote'
	| 'accept'
	| 'withdraw'
	| 'thank'
	| 'comment'
	| 'addendum'
	| 'anonymise'
	| 'delete'
	| 'resolve'
	| 'reopen'
