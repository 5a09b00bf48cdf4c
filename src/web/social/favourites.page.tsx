import { redirect } from 'react-router'
import { fieldsOf } from '../forms/read-form.ts'
import { idField, textField } from '../forms/form-fields.server.ts'
import { articlesPath, categoryIndexPath, questionsPath } from '../../domain/shared/links.ts'
import { addFavourite, editFavourite, listFavourites, removeFavourite } from '../../domain/social/favourites.ts'
import { favouriteEditSchema, favouriteTargetSchema } from '../../domain/social/schemas.ts'
import { type FavouriteKind, favouriteKinds, FAVOURITES_LIMIT, FOLDER_LENGTH, MEMO_LENGTH } from '../../domain/social/types.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { type FormState, textIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formToken } from '../session/form-token.server.ts'
import { redirectTarget } from '../session/redirect-target.ts'
import { Link } from '../ui/link.tsx'
import { Empty } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/favourites.page'

import textButton from '../ui/text-button.module.css'
import stack from '../ui/stack.module.css'
import linkRow from '../ui/link-row.module.css'
import styles from './social.module.css'

const kindLabels: Readonly<Record<FavouriteKind, string>> = {
	office: '事務所',
	expert: '専門家',
	question: '質問',
	task: '業務',
	article: '記事',
}

type Filter = { kind: FavouriteKind | null; folder: string | null; page: string | null }

const pathOf = ({ kind, folder, page }: Filter): string => {
	const search = new URLSearchParams()
	if (kind !== null) search.append('kind', kind)
	if (folder !== null) search.append('folder', folder)
	if (page !== null) search.append('page', page)
	return search.size === 0 ? '/favorite' : `/favorite?${search}`
}

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const filter: Filter = {
		kind: favouriteKinds.find((one) => one === searchParams.get('kind')) ?? null,
		folder: searchParams.get('folder'),
		page: searchParams.get('page'),
	}
	const { items, total, used, folders, page } = await listFavourites(ctx, { kind: filter.kind, folder: filter.folder, cursor: filter.page })
	return {
		filter,
		items,
		total,
		used,
		folders,
		page,
		csrfToken: formToken(context, request),
	}
})

const backField = textField.transform((typed) => {
	const back = redirectTarget(typed)
	return back === '/' ? '/favorite' : back
})
const targetFields = favouriteTargetSchema.extend({ targetId: idField, back: backField })

export const action = pageAction({
	add: {
		input: targetFields,
		async run(ctx, { back, ...target }) {
			await addFavourite(ctx, target)
			return redirect(back, 303)
		},
	},
	remove: {
		input: targetFields,
		async run(ctx, { back, ...target }) {
			await removeFavourite(ctx, target)
			return redirect(back, 303)
		},
	},
	edit: {
		input: favouriteEditSchema.extend({ targetId: idField, back: backField }),
		read: (form) => ({ folder: '', memo: '', ...fieldsOf(form) }),
		async run(ctx, { targetId, back, ...values }) {
			await editFavourite(ctx, targetId, values)
			return redirect(back, 303)
		},
	},
})

export default function FavouritesPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { filter, items, total, used, page, csrfToken } = loaderData
	const here = pathOf(filter)
	return (
		<>
			<Head title="お気に入り" description="お気に入りに追加した事務所、専門家、質問、業務、記事です。" path="/favorite" noindex />
			<div className={styles.page}>
				<h1>お気に入り</h1>
				<p className={styles.quiet}>{`${used.toLocaleString('ja-JP')}件（${FAVOURITES_LIMIT}件まで）。ほかの人には見えません。`}</p>
				<ErrorSummary formState={formState} />
				{used > 0 && <Filters data={loaderData} />}
				{items.length === 0 ? (
					<Empty scene="signpost" title={used === 0 ? 'お気に入りはまだありません。' : 'この条件のお気に入りはありません。'}>
						<p>事務所、専門家、質問、業務、記事のページにある「お気に入りに追加」を押すと、ここに並びます。</p>
						{used === 0 && (
							<p className={styles.ways}>
								<Link to={categoryIndexPath()}>事務所と業務を探す</Link>
								<Link to={questionsPath()}>みんなの質問</Link>
								<Link to={articlesPath()}>記事を読む</Link>
							</p>
						)}
					</Empty>
				) : (
					<>
						{total < used && <p className={styles.quiet}>{`該当する${total.toLocaleString('ja-JP')}件`}</p>}
						<ul className={stack.ruled}>
							{items.map((item) => (
								<li key={item.id} className={`${stack.entry} ${styles.item}`}>
									<Favourite
										item={item}
										here={here}
										csrfToken={csrfToken}
										formState={formState?.targetId === `${item.id}` ? formState : undefined}
									/>
								</li>
							))}
						</ul>
					</>
				)}
				<Pager
					label="お気に入りのページ"
					number={page.number}
					previous={page.previous && pathOf({ ...filter, page: page.previous.cursor })}
					next={page.next && pathOf({ ...filter, page: page.next.cursor })}
				/>
			</div>
		</>
	)
}

type Data = Route.ComponentProps['loaderData']

function Filters({ data: { filter, folders } }: { data: Data }) {
	const named = folders.filter(({ name }) => name !== '')
	return (
		<div>
			<nav aria-label="種類で絞り込む">
				<ul className={linkRow.row}>
					{[null, ...favouriteKinds].map((kind) => (
						<li key={kind ?? 'all'}>
							<Link to={pathOf({ ...filter, kind, page: null })} aria-current={kind === filter.kind ? 'true' : undefined}>
								{kind === null ? 'すべて' : kindLabels[kind]}
							</Link>
						</li>
					))}
				</ul>
			</nav>
			{named.length > 0 && (
				<nav aria-label="フォルダーで絞り込む">
					<ul className={linkRow.row}>
						{[null, ...named.map(({ name }) => name)].map((folder) => (
							<li key={folder ?? ''}>
								<Link to={pathOf({ ...filter, folder, page: null })} aria-current={folder === filter.folder ? 'true' : undefined}>
									{folder === null ? 'すべてのフォルダー' : `${folder}（${named.find(({ name }) => name === folder)?.count ?? 0}）`}
								</Link>
							</li>
						))}
					</ul>
				</nav>
			)}
		</div>
	)
}

type FavouriteProps = { item: Data['items'][number]; here: string; csrfToken: string; formState: FormState | undefined }

function Favourite({ item, here, csrfToken, formState }: FavouriteProps) {
	const { kind, targetId, title, detail, path, folder, memo, isAvailable } = item
	return (
		<>
			<div className={styles.line}>
				<Tag>{kindLabels[kind]}</Tag>
				<h2 className={styles.title}>{isAvailable ? <Link to={path}>{title}</Link> : title}</h2>
			</div>
			{detail && <p className={styles.quiet}>{detail}</p>}
			{folder && <p className={styles.quiet}>{`フォルダー：${folder}`}</p>}
			{memo && <p className={styles.memo}>{memo}</p>}
			<div className={styles.acts}>
				<FavouriteForm item={item} here={here} csrfToken={csrfToken} formState={formState} />
				<form method="post">
					<HiddenFields csrfToken={csrfToken} />
					<input type="hidden" name="kind" value={kind} />
					<input type="hidden" name="targetId" value={targetId} />
					<input type="hidden" name="back" value={here} />
					<button type="submit" name="intent" value="remove" className={textButton.button}>
						外す<span className="visually-hidden">{`（${title}）`}</span>
					</button>
				</form>
			</div>
		</>
	)
}

function FavouriteForm({ item: { id, title, folder, memo }, here, csrfToken, formState }: FavouriteProps) {
	return (
		<details open={formState !== undefined}>
			<summary>
				フォルダーとメモ<span className="visually-hidden">{`（${title}）`}</span>
			</summary>
			<form method="post" className={styles.form}>
				<HiddenFields csrfToken={csrfToken} targetId={id} />
				<input type="hidden" name="back" value={here} />
				<label>
					フォルダー
					<input
						type="text"
						name="folder"
						maxLength={FOLDER_LENGTH}
						autoComplete="off"
						defaultValue={textIn(formState?.values, 'folder') ?? folder}
					/>
				</label>
				<label>
					メモ
					<input
						type="text"
						name="memo"
						maxLength={MEMO_LENGTH}
						autoComplete="off"
						defaultValue={textIn(formState?.values, 'memo') ?? memo}
					/>
				</label>
				<button type="submit" name="intent" value="edit" className="button" data-kind="quiet">
					保存する
				</button>
			</form>
		</details>
	)
}
