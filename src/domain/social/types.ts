import type { ExpertCard } from '../experts/types.ts'
import type { Page } from '../shared/paging.ts'

export const followNotifies = ['all', 'digest', 'none'] as const
export type FollowNotify = (typeof followNotifies)[number]

/** An expert whom the viewer follows, with what they answered last. */
export type FollowedExpert = {
	expert: ExpertCard
	notify: FollowNotify
	followedAt: Date
	newestAnswers: { answerId: number; questionId: number; questionTitle: string; answeredAt: Date }[]
}

export type FollowList = { items: FollowedExpert[]; total: number; page: Page }

/** A follower as the expert sees them: no id, and 匿名ユーザー for those who are anonymised. */
export type Follower = { name: string; imageUrl: string | null; followedAt: Date }

export type FollowerList = { items: Follower[]; total: number; page: Page }

export const favouriteKinds = ['office', 'expert', 'question', 'task', 'article'] as const
export type FavouriteKind = (typeof favouriteKinds)[number]

export const FAVOURITES_LIMIT = 500
export const FOLDER_LENGTH = 30
export const MEMO_LENGTH = 200

export type Favourite = {
	id: number
	kind: FavouriteKind
	targetId: number
	/** Name or title of the favourite. */
	title: string
	/** Such as the office's town or the question's state; '' for nothing. */
	detail: string
	path: string
	folder: string
	memo: string
	createdAt: Date
	/** False when the subject is no longer public and `path` leads nowhere. */
	isAvailable: boolean
}

export type FavouriteList = {
	items: Favourite[]
	/** Favourites in the chosen folder and kind. */
	total: number
	/** All of them, against FAVOURITES_LIMIT. */
	used: number
	folders: { name: string; count: number }[]
	page: Page
}
