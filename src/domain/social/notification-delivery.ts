import { bool, checkedSql, int4, int8, type RowOf } from '../../platform/checked-sql.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import type { NotifiedEvent } from '../shared/outbox.ts'
import { publishWaitingQuestions } from '../questions/waiting-questions.ts'
import { type DeviceTarget, planDeliveries, readDeviceTargets } from './devices/device-sending.ts'
import { isKind, type NotificationKind, unknownKind } from './notification-kinds.ts'
import { readChannels } from './notification-settings.ts'
import type { FollowNotify } from './types.ts'

/** Puts the mails of these notifications on the queue, in the transaction of `ctx`. */
export type EnqueueMails = (ctx: Ctx, notificationIds: readonly number[]) => Promise<void>

/** People notified in one transaction; a killed job can be repeated, since no one is notified twice. */
const AT_ONCE = 200

type NotificationDraft = {
	kind: NotificationKind
	subject: string
	question_id?: number
	answer_id?: number
	expert_id?: number | null
	follower_id?: string
	article_id?: number
	content?: string
}

type Recipient = {
	userId: string
	/** Their notification setting for this expert, if they follow one. */
	notify?: FollowNotify
}

/**
 * Carries out what follows from an event: notifies people by the channels they have chosen, publishes what waited. Safe to
 * repeat after a failure: a person is notified of a subject once. Throws for an event of a newer release, so that its job stays.
 */
export async function deliverEvent(ctx: Ctx, event: NotifiedEvent, enqueueMails: EnqueueMails): Promise<void> {
	switch (event.event) {
		case 'answer.posted':
			return notifyOfAnswer(ctx, event.answerId, enqueueMails)
		case 'answer.commented':
			return notifyOfComment(ctx, event.commentId, enqueueMails)
		case 'answer.accepted':
		case 'answer.thanked':
			return notifyAuthor(ctx, event, enqueueMails)
		case 'address.proved':
			return publishWaitingQuestions(ctx, event.uid)
		case 'expert.followed':
			return notifyOfFollower(ctx, event, enqueueMails)
		case 'article.published': {
			const draft: NotificationDraft = {
				kind: 'followed-article',
				subject: `article:${event.articleId}`,
				article_id: event.articleId,
				expert_id: event.expertId,
				content: JSON.stringify({ text: `「${event.title}」`, path: event.path }),
			}
			return notifyFollowers(ctx, draft, event.expertId, null, enqueueMails)
		}
		case 'notice': {
			if (!isKind(event.kind)) throw unknownKind(event.kind)
			const { text, path, calendar, facts, answers } = event
			const content = JSON.stringify({ text, path, calendar, facts, answers })
			return deliverNotification(
				ctx,
				{ kind: event.kind, subject: event.subject, content },
				[{ userId: event.userId }],
				enqueueMails,
				event.only,
			)
		}
		default:
			throw unknownKind((event satisfies never as NotifiedEvent).event)
	}
}

const selectThread = checkedSql({
	question_id: int4,
	answer_id: int4,
	expert_id: int4.nullable,
	author_id: int8.nullable,
	asker_id: int8.nullable,
	is_best: bool,
	is_thanked: bool,
})
type ThreadRow = RowOf<typeof selectThread>

/** A public answer with both participants of its thread; undefined if it was removed meanwhile. */
async function readThread(ctx: Ctx, answerId: number): Promise<ThreadRow | undefined> {
	const { rows } = await selectThread`
		select q.id as question_id, a.id as answer_id, a.expert_id, e.user_id as author_id, q.asker_id,
			q.best_answer_id is not distinct from a.id as is_best, a.thanked_at is not null as is_thanked
		from answers a
		join questions q on q.id = a.question_id and q.hidden_at is null and q.deleted_at is null
		left join experts e on e.id = a.expert_id
		where a.id = ${answerId}::integer and a.hidden_at is null
	`.execute(ctx.db)
	return rows[0]
}

const ofThread = ({ question_id, answer_id, expert_id }: ThreadRow) => ({ question_id, answer_id, expert_id })

async function notifyOfAnswer(ctx: Ctx, answerId: number, enqueueMails: EnqueueMails): Promise<void> {
	const thread = await readThread(ctx, answerId)
	if (!thread) return
	const subject = `answer:${answerId}`
	if (thread.asker_id !== null)
		await deliverNotification(ctx, { kind: 'answer', subject, ...ofThread(thread) }, [{ userId: thread.asker_id }], enqueueMails)
	if (thread.expert_id === null) return
	await notifyFollowers(ctx, { kind: 'followed-answer', subject, ...ofThread(thread) }, thread.expert_id, thread.asker_id, enqueueMails)
}

async function notifyOfComment(ctx: Ctx, commentId: number, enqueueMails: EnqueueMails): Promise<void> {
	const comment = await ctx.db.selectFrom('answer_comments').select(['answer_id', 'author']).where('id', '=', commentId).executeTakeFirst()
	const thread = comment && (await readThread(ctx, comment.answer_id))
	if (!thread) return
	const [kind, userId] = comment.author === 'asker' ? (['comment', thread.author_id] as const) : (['reply', thread.asker_id] as const)
	if (userId !== null)
		await deliverNotification(ctx, { kind, subject: `comment:${commentId}`, ...ofThread(thread) }, [{ userId }], enqueueMails)
}

async function notifyAuthor(
	ctx: Ctx,
	{ event, answerId }: { event: 'answer.accepted' | 'answer.thanked'; answerId: number },
	enqueueMails: EnqueueMails,
): Promise<void> {
	const thread = await readThread(ctx, answerId)
	if (!thread || thread.author_id === null || !(event === 'answer.accepted' ? thread.is_best : thread.is_thanked)) return
	const kind = event === 'answer.accepted' ? 'best-answer' : 'thanks'
	await deliverNotification(ctx, { kind, subject: `answer:${answerId}`, ...ofThread(thread) }, [{ userId: thread.author_id }], enqueueMails)
}

async function notifyOfFollower(
	ctx: Ctx,
	{ expertId, userId }: { expertId: number; userId: string },
	enqueueMails: EnqueueMails,
): Promise<void> {
	const row = await ctx.db
		.selectFrom('follows as f')
		.innerJoin('experts as e', 'e.id', 'f.expert_id')
		.select('e.user_id')
		.where('f.user_id', '=', userId)
		.where('f.expert_id', '=', expertId)
		.executeTakeFirst()
	if (!row) return
	await deliverNotification(
		ctx,
		{ kind: 'follower', subject: `follower:${userId}`, follower_id: userId },
		[{ userId: row.user_id }],
		enqueueMails,
	)
}

/** Notifies all who follow an expert and want notifications, except one who is notified separately. */
async function notifyFollowers(
	ctx: Ctx,
	draft: NotificationDraft,
	expertId: number,
	except: string | null,
	enqueueMails: EnqueueMails,
): Promise<void> {
	for (let last = '0'; ;) {
		const rows = await ctx.db
			.selectFrom('follows as f')
			.innerJoin('experts as e', (join) => join.onRef('e.id', '=', 'f.expert_id').on('e.state', '=', 'verified'))
			.select(['f.user_id', 'f.notify'])
			.where('f.expert_id', '=', expertId)
			.where('f.user_id', '>', last)
			.where('f.notify', '!=', 'none')
			.orderBy('f.user_id')
			.limit(AT_ONCE)
			.execute()
		const recipients = rows.filter((row) => row.user_id !== except).map((row) => ({ userId: row.user_id, notify: row.notify }))
		await deliverNotification(ctx, draft, recipients, enqueueMails)
		if (rows.length < AT_ONCE) return
		last = rows.at(-1)?.user_id ?? last
	}
}

/** Writes the notifications of one subject and puts their mails on the queue, both or neither. */
export async function deliverNotification(
	ctx: Ctx,
	draft: NotificationDraft,
	recipients: readonly Recipient[],
	enqueueMails: EnqueueMails,
	only?: readonly ('site' | 'mail')[],
): Promise<void> {
	if (recipients.length === 0) return
	await inTransaction(ctx, async (trx) => {
		const userIds = recipients.map(({ userId }) => userId)
		const channelsOf = await readChannels(trx.db, draft.kind, userIds)
		const users = await trx.db
			.selectFrom('users')
			.select(['id', 'receive_email'])
			.where('id', 'in', userIds)
			.where('deleted_at', 'is', null)
			.execute()
		// What is limited to some channels takes no other.
		const reachable = only === undefined ? await readDeviceTargets(trx, userIds) : new Map<string, DeviceTarget[]>()
		const isAllowed = (channel: 'site' | 'mail') => only === undefined || only.includes(channel)
		const targetsOf = ({ userId, notify }: Recipient) =>
			notify === 'digest' ? [] : (reachable.get(userId) ?? []).filter(({ channel }) => channelsOf(userId)[channel])
		const takesMail = new Map(users.map(({ id, receive_email }) => [id, receive_email]))
		const values = recipients.flatMap((recipient) => {
			const { userId, notify } = recipient
			const { site: takesSite, mail, digest } = channelsOf(userId)
			// What a device shows is also found later, in the list.
			const site = (takesSite && isAllowed('site')) || targetsOf(recipient).length > 0
			const takes = takesMail.get(userId)
			if (takes === undefined) return []
			const isNow = mail && notify !== 'digest'
			const isDigest = digest || (mail && notify === 'digest')
			const how: 'none' | 'now' | 'digest' = !takes || !isAllowed('mail') ? 'none' : isNow ? 'now' : isDigest ? 'digest' : 'none'
			if (!site && how === 'none') return []
			return [{ ...draft, user_id: userId, in_site: site, mail: how, created_at: trx.now() }]
		})
		if (values.length === 0) return
		const made = await trx.db
			.insertInto('notifications')
			.values(values)
			.onConflict((conflict) => conflict.constraint('notifications_once').doNothing())
			.returning(['id', 'user_id', 'mail'])
			.execute()
		const recipientOf = new Map(recipients.map((recipient) => [recipient.userId, recipient]))
		await planDeliveries(
			trx,
			made.flatMap(({ id, user_id: userId }) =>
				targetsOf(recipientOf.get(userId) ?? { userId }).map((target) => ({ ...target, notification_id: id })),
			),
		)
		const now = made.filter(({ mail }) => mail === 'now').map(({ id }) => id)
		if (now.length > 0) await enqueueMails(trx, now)
	})
}
