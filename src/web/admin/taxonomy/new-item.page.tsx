import { redirect } from 'react-router'
import { z } from 'zod'
import { readFields } from '../../../domain/operations/taxonomy/item-drafts.ts'
import { findOwnerTitle, makeItem } from '../../../domain/operations/taxonomy/item-making.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { isoDay } from '../../../domain/shared/japan-time.ts'
import { staffItemPath, staffNewItemPath, staffTaxonomyPath } from '../../../domain/shared/links.ts'
import { isItemKind, itemKindLabels } from '../../../domain/taxonomy/editing/item-fields.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { InputField } from '../../forms/field.tsx'
import { textField } from '../../forms/form-fields.server.ts'
import { textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { TextArea } from '../../forms/text-area.tsx'
import formStyles from '../../forms/form.module.css'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import styles from '../admin.module.css'
import type { Route } from './+types/new-item.page'
import { ItemFields } from './item-form.tsx'
import { typedOf } from './item-forms.server.ts'

/** The kind of the new item, and the category or task below which it comes. */
function askedOf(url: string) {
	const search = new URL(url).searchParams
	const kind = search.get('kind') ?? ''
	const owner = search.get('owner') ?? ''
	if (!isItemKind(kind) || kind === 'category' || !/^(?:[1-9]\d{0,3})?$/.test(owner)) throw notFound('item')
	return { kind, owner }
}

export const loader = staffLoader(['editor'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const { kind, owner } = askedOf(request.url)
	const [ownerTitle, fields] = await Promise.all([findOwnerTitle(ctx, kind, owner), readFields(ctx, kind)])
	return {
		kind,
		owner,
		ownerTitle,
		fields,
		values: { checkedOn: isoDay(ctx.now()), position: 99 },
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['editor'], 'verdict', {
	make: {
		input: z.object({ slug: textField, reason: textField }),
		async run(ctx, { slug, reason }, { request }, form) {
			const { kind, owner } = askedOf(request.url)
			const made = await makeItem(ctx, kind, { owner, slug: slug.trim(), typed: typedOf(form, { kind }), reason })
			return redirect(staffItemPath(made.kind, made.key, { done: 'item-made' }), 303)
		},
	},
})

export default function NewItemPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { kind, owner, ownerTitle, fields, values, csrfToken } = loaderData
	const title = `${itemKindLabels[kind]}を加える`
	return (
		<div className={styles.body}>
			<Head title={title} description="業務の分類に項目を加えます。" path={staffNewItemPath(kind, owner)} noindex />
			<p>
				<Link to={staffTaxonomyPath()}>業務の分類</Link>
			</p>
			<h1>{title}</h1>
			{ownerTitle !== null && <p>{`「${ownerTitle}」に加えます。`}</p>}
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="make" />
				{kind === 'tool' && (
					<InputField
						id="slug"
						label="短い名前"
						hint="半角の英小文字・数字・ハイフン。業務の「道具」の欄で使います。あとから変えられません。"
						autoComplete="off"
						error={formState?.fields['slug']}
						defaultValue={textIn(formState?.values, 'slug') ?? ''}
					/>
				)}
				<ItemFields fields={fields} values={values} formState={formState} />
				<TextArea
					id="item-reason"
					name="reason"
					label="加える理由"
					hint="300文字まで。履歴に残ります。"
					rows={2}
					formState={formState}
					optional
				/>
				<div className={formStyles.buttons}>
					<button type="submit" className="button">
						下書きを作る
					</button>
				</div>
				<p className={styles.quiet}>まだ公開しません。次の画面で確かめてから公開します。</p>
			</form>
		</div>
	)
}
