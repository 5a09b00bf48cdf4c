import {
	asker,
	askerOf,
	expert,
	informed,
	members,
	offered,
	publicAnswer,
	publicQuestion,
	sidesOfAnswer,
	sidesOfDelivery,
	sidesOfInquiry,
	type TableRule,
} from './private-rules.ts'

/** Fields of what people write, on the site and to each other. */
export const questions: Record<string, TableRule> = {
	answer_comments: {
		columns: { author: 'code', body: 'text', client_key: 'always-text', hidden_reason: 'always-text' },
		readers: sidesOfAnswer('t.answer_id'),
		staff: ['moderator'],
		publicWhen: `t.hidden_at is null and ${publicAnswer('t.answer_id')}`,
	},
	answer_revisions: { columns: { content: 'json' }, readers: sidesOfAnswer('t.answer_id'), staff: ['moderator'] },
	answers: {
		columns: {
			credentials: 'public',
			body: 'text',
			sources: 'json',
			thanks: 'text',
			client_key: 'always-text',
			hidden_reason: 'always-text',
		},
		readers: `${expert('t.expert_id')} union ${askerOf('t.question_id')}`,
		readersOf: { hidden_reason: expert('t.expert_id') },
		staff: ['moderator'],
		publicWhen: publicAnswer('t.id'),
	},
	qa_drafts: { columns: { content: 'json' }, readers: 'select t.user_id' },
	question_addenda: {
		columns: { body: 'text' },
		readers: askerOf('t.question_id'),
		staff: ['moderator'],
		publicWhen: publicQuestion('t.question_id'),
	},
	question_tasks: { columns: { state: 'code' } },
	question_images: {
		columns: { token: 'token', alt: 'text' },
		readers: 'select t.owner_id',
		staff: ['moderator'],
		publicWhen: `t.removed_at is null and t.posted_at is not null and ${publicQuestion('t.question_id')}`,
	},
	question_revisions: { columns: { content: 'json' }, readers: askerOf('t.question_id'), staff: ['moderator'] },
	questions: {
		columns: {
			asker_handle: 'public',
			title: 'text',
			body: 'text',
			stage: 'code',
			industry: 'text',
			state: 'code',
			best_chosen_by: 'code',
			best_reason: 'text',
			client_key: 'always-text',
			hidden_reason: 'always-text',
		},
		readers: 'select t.asker_id',
		staff: ['moderator'],
		publicWhen: publicQuestion('t.id'),
	},
}

export const articles: Record<string, TableRule> = {
	article_revisions: {
		columns: { occasion: 'code', content: 'json' },
		readers: 'select a.author_user_id from articles a where a.id = t.article_id',
		staff: ['editor'],
	},
	articles: {
		columns: {
			author: 'code',
			manuscript: 'always-json',
			stage: 'code',
			returned_reason: 'always-text',
			slug: 'code',
			title: 'text',
			lead: 'text',
			body: 'text',
			sources: 'json',
			unlisted_reason: 'always-text',
		},
		readers: 'select t.author_user_id',
		staff: ['editor'],
		publicWhen: 't.published_at is not null and t.unlisted_at is null',
	},
}

export const social: Record<string, TableRule> = {
	favourites: { columns: { folder: 'text', memo: 'text' }, readers: 'select t.user_id' },
	follows: { columns: { notify: 'code' } },
	due_date_reminders: { columns: { who: 'code' } },
	notification_settings: { columns: { kind: 'code' } },
	notifications: { columns: { kind: 'code', subject: 'code', content: 'json', mail: 'code' }, readers: 'select t.user_id' },
	pending_events: { columns: { event: 'derived' } },
}

export const leads: Record<string, TableRule> = {
	diagnosis_contacts: {
		columns: {
			state: 'code',
			contact_name: 'text',
			email: 'email',
			phone: 'phone',
			company: 'text',
			reach: 'code',
			reach_time: 'text',
			message: 'text',
			diagnosis: 'json',
			consent_version: 'code',
			client_key: 'text',
			confirm_hash: 'secret',
			staff_note: 'text',
		},
		readers: asker('t.user_id'),
		readersOf: { client_key: 'select 0 where false' },
		staff: ['support'],
	},
	conflict_checks: { columns: { state: 'code' } },
	estimate_opponents: {
		columns: { names: 'text' },
		readers: `${asker('(select r.user_id from estimate_requests r where r.id = t.request_id)')} union ${informed('t.request_id')}`,
	},
	estimate_deliveries: {
		columns: { state: 'code', decline_reason: 'text', change_request: 'text' },
		readers: sidesOfDelivery('t.id'),
	},
	estimate_quotes: {
		columns: { lines: 'json', message: 'text', client_key: 'text' },
		readers: sidesOfDelivery('t.delivery_id'),
	},
	estimate_requests: {
		columns: {
			state: 'code',
			entity: 'code',
			industry: 'text',
			size: 'code',
			facts: 'text',
			wishes: 'text',
			task_answers: 'json',
			done_steps: 'code',
			contact_name: 'text',
			email: 'email',
			phone: 'phone',
			done_by: 'code',
			consent_version: 'code',
			client_key: 'text',
			confirm_hash: 'secret',
		},
		readers: `${asker('t.user_id')} union ${offered('')}`,
		readersOf: {
			email: asker('t.user_id'),
			phone: `${asker('t.user_id')} union ${offered(' and d.phone_opened_at is not null')}`,
			client_key: asker('t.user_id'),
		},
	},
	inquiries: {
		columns: { subject: 'text', contact_name: 'text', client_key: 'text', closed_by: 'code', done_by: 'code' },
		readers: sidesOfInquiry('t.id'),
		staff: ['moderator'],
	},
	inquiry_blocks: { columns: { side: 'code' } },
	inquiry_files: {
		columns: { stored_name: 'token', file_name: 'text', extension: 'code' },
		readers: sidesOfInquiry('select m.inquiry_id from inquiry_messages m where m.id = t.message_id'),
		staff: ['moderator'],
	},
	inquiry_messages: {
		columns: { side: 'code', author_name: 'text', body: 'text', client_key: 'text' },
		readers: sidesOfInquiry('t.inquiry_id'),
		staff: ['moderator'],
	},
	review_revisions: {
		columns: { body: 'text', persona: 'text' },
		readers: 'select r.user_id from reviews r where r.id = t.review_id',
		staff: ['moderator'],
	},
	reviews: {
		columns: { body: 'text', persona: 'text', received: 'text', reply: 'text', hidden_reason: 'always-text' },
		readers: `select t.user_id union ${members('t.office_id')}`,
		staff: ['moderator'],
		publicWhen: 't.hidden_at is null',
	},
}

export const moderation: Record<string, TableRule> = {
	delayed_verdicts: {
		columns: { queue: 'code', verdict: 'code', outcome: 'code', reason: 'text', failure: 'text', slug: 'code' },
		staff: ['reviewer', 'moderator', 'editor', 'support'],
	},
	mails: {
		columns: { message_id: 'code', address: 'email', subject: 'text', state: 'code', reason: 'text', sealed: 'secret' },
		staff: ['support'],
	},
	mail_suppressions: { columns: { address: 'email', cause: 'code', reason: 'text' }, staff: ['support'] },
	lead_cares: { columns: { kind: 'code', body: 'text' }, staff: ['support'] },
	queue_claims: { columns: { queue: 'code' } },
	queue_skips: { columns: { queue: 'code', reason: 'text' } },
	support_requests: {
		columns: {
			category: 'code',
			topic: 'code',
			claimant: 'code',
			sender_name: 'text',
			email: 'email',
			page_path: 'format',
			body: 'text',
			client_key: 'text',
			outcome: 'code',
			staff_note: 'text',
		},
		readers: 'select t.user_id',
		readersOf: { client_key: 'select 0 where false' },
		staff: ['support', 'moderator'],
	},
	support_replies: {
		columns: { body: 'text', client_key: 'text' },
		readers: 'select s.user_id from support_requests s where s.id = t.request_id',
		readersOf: { client_key: 'select 0 where false' },
		staff: ['support', 'moderator'],
	},
	appeals: {
		columns: { kind: 'code', body: 'text', state: 'code', decision_reason: 'text' },
		readers: 'select t.author_id',
		staff: ['moderator'],
	},
	message_accesses: {
		columns: {
			kind: 'code',
			ground: 'code',
			authority: 'text',
			reference: 'text',
			explanation: 'text',
			decision: 'code',
			decision_reason: 'text',
		},
		readers: 'select t.requested_by',
		staff: ['moderator'],
	},
	reports: {
		columns: { kind: 'code', reason: 'code', body: 'text', state: 'code', decision_reason: 'text' },
		readers: 'select t.reporter_id',
		staff: ['moderator'],
	},
}
