import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { DomainEvent } from '../shared/outbox.ts'
import type { FollowNotify } from './types.ts'

export type FollowsTable = { user_id: string; expert_id: number; notify: Generated<FollowNotify>; created_at: Generated<Date> }

export type FavouritesTable = {
	id: GeneratedAlways<number>
	user_id: string
	office_id: number | null
	expert_id: number | null
	question_id: number | null
	task_id: number | null
	article_id: number | null
	folder: Generated<string>
	memo: Generated<string>
	created_at: Generated<Date>
}

export type PendingEventsTable = { id: GeneratedAlways<string>; event: JSONColumnType<DomainEvent>; happened_at: Date }

/** What cannot be read from the tables when a notification is shown. */
export type NotificationContent = { text: string; path: string }

export type NotificationsTable = {
	id: GeneratedAlways<number>
	user_id: string
	kind: string
	subject: string
	question_id: number | null
	answer_id: number | null
	expert_id: number | null
	follower_id: string | null
	article_id: number | null
	content: JSONColumnType<NotificationContent> | null
	in_site: boolean
	mail: 'none' | 'now' | 'digest'
	created_at: Date
	read_at: Date | null
	mailed_at: Date | null
}

export type NotificationSettingsTable = { user_id: string; kind: string; site: boolean; mail: boolean; digest: boolean }

export type NotificationDigestsTable = { user_id: string; day: string }

export type SocialTables = {
	follows: FollowsTable
	favourites: FavouritesTable
	pending_events: PendingEventsTable
	notifications: NotificationsTable
	notification_settings: NotificationSettingsTable
	notification_digests: NotificationDigestsTable
}

declare module '../shared/context.ts' {
	interface Database extends SocialTables {}
}
