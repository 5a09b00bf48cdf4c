import type { Viewer } from '../shared/context.ts'
import type { Permission } from '../questions/permission.ts'
import type { ArticleStage } from './article-types.ts'

/** Who may do what with an article that is being written. Pure: the same predicate decides the write and disables the button. */
export type ArticleFacts = {
	/** Whether the viewer wrote it, as an expert. */
	isAuthor: boolean
	stage: ArticleStage
	isPublished: boolean
}

const yes: Permission = { allowed: true }
const no = (reason: Extract<Permission, { allowed: false }>['reason'], message: string): Permission => ({ allowed: false, reason, message })

export const isEditor = (viewer: Viewer): boolean =>
	viewer.kind === 'member' && viewer.roles.some((role) => role === 'admin' || role === 'editor')

/** Whether somebody may begin an article as an expert. */
export function canWriteArticles(viewer: Viewer, expert: { isVerified: boolean } | null): Permission {
	if (viewer.kind === 'visitor') return no('login', 'ログインしてください。')
	return expert?.isVerified ? yes : no('not-expert', '記事を書けるのは、資格の確認が済んだ専門家だけです。')
}

/** By its author unless it waits for approval, by an editor at any time. */
export function canSaveArticle(viewer: Viewer, article: ArticleFacts): Permission {
	if (viewer.kind === 'visitor') return no('login', 'ログインしてください。')
	if (isEditor(viewer)) return yes
	if (!article.isAuthor) return no('not-author', '記事を編集できるのは、書いた専門家だけです。')
	if (article.stage === 'submitted')
		return no('turn', '編集部が確認しているあいだは編集できません。直すときは、先に提出を取り下げてください。')
	return yes
}

/** Submitting it to the editors; editors themselves publish directly. */
export function canSubmitArticle(viewer: Viewer, article: ArticleFacts): Permission {
	if (viewer.kind === 'visitor') return no('login', 'ログインしてください。')
	if (!article.isAuthor) return no('not-author', '記事を提出できるのは、書いた専門家だけです。')
	return article.stage === 'submitted' ? no('already', 'この記事は提出済みです。') : yes
}

export function canWithdrawArticle(viewer: Viewer, article: ArticleFacts): Permission {
	if (viewer.kind === 'visitor') return no('login', 'ログインしてください。')
	if (!article.isAuthor) return no('not-author', '提出を取り下げられるのは、書いた専門家だけです。')
	return article.stage === 'submitted' ? yes : no('already', 'この記事は提出されていません。')
}

/** What has been on the site stays: others may link to it. Editors take it off. */
export function canDiscardArticle(viewer: Viewer, article: ArticleFacts): Permission {
	if (viewer.kind === 'visitor') return no('login', 'ログインしてください。')
	if (!article.isAuthor && !isEditor(viewer)) return no('not-author', '記事を削除できるのは、書いた専門家だけです。')
	return article.isPublished
		? no('already', '一度公開した記事は削除できません。公開をやめたいときは、お問い合わせください。')
		: article.stage === 'submitted'
			? no('turn', '先に提出を取り下げてください。')
			: yes
}
