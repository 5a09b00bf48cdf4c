import { requireRecentStaff, type StaffCtx } from '../../domain/accounts/staff.ts'
import {
	articleReasonSchema,
	articleSchema,
	manuscriptFromForm,
	slugSchema,
	versionFromForm,
	versionSchema,
} from '../../domain/articles/article-schemas.ts'
import {
	discardEditorial,
	getArticleForReview,
	publishArticle,
	relistArticle,
	returnArticle,
	saveAsEditor,
	unlistArticle,
} from '../../domain/articles/article-approval.ts'
import { parseInput } from '../../domain/shared/parse-input.ts'
import { outcomeOf, saveFromForm } from '../articles/article-outcome.server.ts'
import type { ArticleOutcome } from '../articles/article-outcome.ts'
import { textOf } from '../forms/read-form.ts'

/** What one of the forms of the editors' page asks for: what to show, or that it is done or gone. All but saving are verdicts. */
export async function actOnArticle(ctx: StaffCtx, form: FormData, id: number): Promise<ArticleOutcome | 'done' | 'gone'> {
	const intent = textOf(form, 'intent')
	if (intent === 'return' || intent === 'unlist') {
		const { reason } = parseInput(articleReasonSchema, { reason: textOf(form, 'reason') })
		const staff = requireRecentStaff(ctx, 'editor')
		await (intent === 'return' ? returnArticle(staff, id, reason) : unlistArticle(staff, id, reason))
		return 'done'
	}
	if (intent === 'relist') {
		await relistArticle(requireRecentStaff(ctx, 'editor'), id)
		return 'done'
	}
	if (intent === 'discard') {
		await discardEditorial(requireRecentStaff(ctx, 'editor'), id)
		return 'gone'
	}
	if (intent === 'publish') return publish(ctx, form, id)
	const save = saveFromForm(form)
	const result = await saveAsEditor(ctx, id, save)
	return outcomeOf(form, result, { now: ctx.now(), preview: intent === 'preview' ? save.manuscript : null })
}

async function publish(ctx: StaffCtx, form: FormData, id: number): Promise<ArticleOutcome | 'done'> {
	const staff = requireRecentStaff(ctx, 'editor')
	const { slug: given } = await getArticleForReview(staff, id)
	const manuscript = parseInput(articleSchema, manuscriptFromForm(form))
	const { version } = parseInput(versionSchema, versionFromForm(form))
	const slug = given ?? parseInput(slugSchema, { slug: textOf(form, 'slug') }).slug
	const result = await publishArticle(staff, id, { manuscript, version, slug })
	return result.kind === 'saved' ? 'done' : outcomeOf(form, result, { now: ctx.now() })
}
