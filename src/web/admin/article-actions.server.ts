import { redirect } from 'react-router'
import type { z } from 'zod'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { type RecentStaffCtx, requireRecentStaff, type StaffCtx } from '../../domain/accounts/staff.ts'
import { articleReasonSchema, slugSchema, manuscriptFromForm, versionFromForm } from '../../domain/articles/article-schemas.ts'
import {
	discardEditorial,
	getArticleForReview,
	publishArticle,
	relistArticle,
	returnArticle,
	saveAsEditor,
	unlistArticle,
} from '../../domain/articles/article-approval.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { articleReviewPath } from '../../domain/shared/links.ts'
import { parseInput } from '../../domain/shared/parse-input.ts'
import {
	type ArticleOutcome,
	finishedArticle,
	keptArticle,
	outcomeOf,
	previewOf,
	readArticle,
	viewForEdit,
} from '../articles/article-outcome.server.ts'
import { noFields, textField } from '../forms/form-fields.server.ts'
import type { ActionArgs } from '../forms/page-action.server.ts'

/** For the pages of staff that show an article. */
export { previewOf, viewForEdit }

type Ctx = AccountsCtx & StaffCtx
type Verdict = (ctx: RecentStaffCtx, id: number) => Promise<void>
type ReasonedVerdict = (ctx: RecentStaffCtx, id: number, reason: string) => Promise<void>

const verdict = (decide: Verdict, pathAfter: (id: number) => string) => ({
	input: noFields,
	async run(ctx: Ctx, _input: unknown, { params }: ActionArgs): Promise<Response> {
		const id = parseId(params['id'])
		await decide(requireRecentStaff(ctx, 'editor'), id)
		return redirect(pathAfter(id), 303)
	},
})

const reasonedVerdict = (decide: ReasonedVerdict, done: string) => ({
	input: articleReasonSchema,
	async run(ctx: Ctx, { reason }: z.output<typeof articleReasonSchema>, { params }: ActionArgs): Promise<Response> {
		const id = parseId(params['id'])
		await decide(requireRecentStaff(ctx, 'editor'), id, reason)
		return redirect(articleReviewPath(id, { done }), 303)
	},
})

const save = (isPreview: boolean) => ({
	input: keptArticle,
	read: readArticle,
	async run(ctx: Ctx, { version, ...manuscript }: z.output<typeof keptArticle>, { params }: ActionArgs, form: FormData) {
		const result = await saveAsEditor(ctx, parseId(params['id']), { manuscript, version })
		return outcomeOf(form, result, { now: ctx.now(), preview: isPreview ? manuscript : null })
	},
})

/** The forms of the editors' page. All but saving are verdicts, which take a recent login. */
export const articleForms = {
	save: save(false),
	preview: save(true),
	publish: {
		input: finishedArticle.extend({ slug: textField }),
		read: (form: FormData) => ({ ...manuscriptFromForm(form), ...versionFromForm(form), slug: form.get('slug') }),
		async run(
			ctx: Ctx,
			{ version, slug: typed, ...manuscript }: z.output<typeof finishedArticle> & { slug: string },
			{ params }: ActionArgs,
			form: FormData,
		): Promise<ArticleOutcome | Response> {
			const id = parseId(params['id'])
			const staff = requireRecentStaff(ctx, 'editor')
			const { slug: given } = await getArticleForReview(staff, id)
			const slug = given ?? parseInput(slugSchema, { slug: typed }).slug
			const result = await publishArticle(staff, id, { manuscript, version, slug })
			return result.kind === 'saved'
				? redirect(articleReviewPath(id, { done: 'article-published' }), 303)
				: outcomeOf(form, result, { now: ctx.now() })
		},
	},
	return: reasonedVerdict(returnArticle, 'article-returned'),
	unlist: reasonedVerdict(unlistArticle, 'article-unlisted'),
	relist: verdict(relistArticle, (id) => articleReviewPath(id, { done: 'article-relisted' })),
	discard: verdict(discardEditorial, () => '/admin/articles?shelf=editorial&done=article-discarded'),
}
