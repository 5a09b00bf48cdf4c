import { redirect } from 'react-router'
import { z } from 'zod'
import { OPEN_DAYS } from '../../../domain/articles/imports/import-outcomes.ts'
import { type ArticleImport, checkArticles, listArticleImports } from '../../../domain/articles/imports/import-runs.ts'
import { readWxr } from '../../../domain/articles/imports/wxr-file.ts'
import { articleImportPath, articleImportsPath } from '../../../domain/shared/links.ts'
import { InputField } from '../../forms/field.tsx'
import { bytesOf, fileField, textField } from '../../forms/form-fields.server.ts'
import { textIn } from '../../forms/form-state.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/article-imports.page'
import { articleCountsText } from './article-import-counts.ts'
import { CheckForm, type PastImport, PastImports } from './import-list.tsx'

/** Exports of WordPress that editors have checked, and the form for the next one. */
export const loader = staffLoader(['editor'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	return { ...(await listArticleImports(ctx, search.get('page'))), done: search.get('done'), csrfToken: formToken(context, request) }
})

export const action = staffAction(['editor'], 'verdict', {
	check: {
		input: z.object({ file: fileField, author: textField }),
		async run(ctx, { file, author }) {
			const exported = await readWxr([await bytesOf(file)])
			const given = { fileName: file?.name ?? '', file: exported, fallbackEmail: author.trim() }
			return redirect(articleImportPath(await checkArticles(ctx, given)), 303)
		},
	},
})

export default function ArticleImportsPage({ loaderData: { items, page, done, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head title="記事の取り込み" description="WordPressの記事を取り込み、下書きにします。" path={articleImportsPath()} noindex />
			<h1>記事の取り込み</h1>
			<DoneNote done={done} />
			<p className={styles.quiet}>
				WordPressの記事を、執筆者の（ここにアカウントのない執筆者の記事は編集部の）下書きにします。公開は、いつもどおり編集部が確かめてからです。
			</p>
			<CheckForm
				csrfToken={csrfToken}
				formState={formState}
				note={`まだ下書きは作りません。次の画面で1件ずつの結果を確かめてから作ります。${OPEN_DAYS}日を過ぎた確認の結果は消えます。`}
			>
				<InputField
					id="file"
					label="WordPressの書き出しファイル"
					type="file"
					accept=".xml,text/xml,application/xml"
					hint="WordPressの「ツール」→「エクスポート」で「投稿」を選んだXMLファイル、11MBまで。"
					error={formState?.fields['file']}
				/>
				<InputField
					id="author"
					label="執筆者のメールアドレス（任意）"
					type="email"
					hint="ここにアカウントのない執筆者の記事を、この専門家の下書きにします。空なら編集部の下書きになります。"
					maxLength={254}
					defaultValue={textIn(formState?.values, 'author')}
					error={formState?.fields['author']}
				/>
			</CheckForm>
			<PastImports items={items.map(toPast)} page={page} at={articleImportsPath} />
		</>
	)
}

const toPast = (item: ArticleImport): PastImport => ({
	id: item.id,
	to: articleImportPath(item.id),
	fileName: item.fileName,
	checkedAt: item.checkedAt,
	open: item.importedAt === null ? 'まだ下書きにしていません' : null,
	summary: `${articleCountsText(item)}。書き出し元：${item.source}`,
})
