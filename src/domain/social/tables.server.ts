import type { Generated, GeneratedAlways } from 'kysely'
import type { FollowNotify } from './types.ts'

export type FollowsTable = { user_id: string; expert_id: number; notify: Generated<FollowNotify>; created_at: Generated<Date> }

export type FavouritesTable = {
	id: GeneratedAlways<number>
	user_id: string
	office_id: number | null
	expert_id: number | null
	question_id: number | null
	task_id: number | null
	folder: Generated<string>
	memo: Generated<string>
	created_at: Generated<Date>
}

export type SocialTables = { follows: FollowsTable; favourites: FavouritesTable }
