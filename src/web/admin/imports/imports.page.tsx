import { redirect } from 'react-router'
import { z } from 'zod'
import { readImportFile } from '../../../domain/experts/imports/import-file.ts'
import { importColumns, INVITATION_DAYS, MAX_IMPORT_ROWS } from '../../../domain/experts/imports/import-input.ts'
import { createImport, type ImportBatch, listImports } from '../../../domain/experts/imports/office-imports.ts'
import { importTemplatePath, staffImportPath, staffImportsPath } from '../../../domain/shared/links.ts'
import { InputField } from '../../forms/field.tsx'
import { bytesOf, fileField, textField } from '../../forms/form-fields.server.ts'
import { textIn } from '../../forms/form-state.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/imports.page'
import { countsText } from './import-counts.ts'
import { CheckForm, type PastImport, PastImports } from './import-list.tsx'

/** Files of offices that admins have imported, and the form for the next one. */
export const loader = staffLoader(['admin'], 'personal-data', async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	return { ...(await listImports(ctx, search.get('page'))), done: search.get('done'), csrfToken: formToken(context, request) }
})

export const action = staffAction(['admin'], 'verdict', {
	check: {
		input: z.object({ file: fileField, source: textField }),
		async run(ctx, { file, source }) {
			const rows = readImportFile(await bytesOf(file))
			return redirect(staffImportPath(await createImport(ctx, { fileName: file?.name ?? '', source, rows })), 303)
		},
	},
})

export default function ImportsPage({ loaderData: { items, page, done, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head title="事務所の取り込み" description="事務所のファイルを取り込み、掲載を案内します。" path={staffImportsPath()} noindex />
			<h1>事務所の取り込み</h1>
			<DoneNote done={done} />
			<p className={styles.quiet}>
				{`名簿の1行ごとに、掲載の案内をメールで送ります。本人が同意するまで、何も公開しません。${INVITATION_DAYS}日のあいだ返事がない方と、辞退した方の情報は消去します。`}
			</p>
			<CheckForm
				csrfToken={csrfToken}
				formState={formState}
				help={<Columns />}
				note="まだ案内は送りません。次の画面で1行ずつの結果を確かめてから送ります。"
			>
				<InputField
					id="file"
					label="事務所のファイル"
					type="file"
					accept=".csv,text/csv"
					hint={`CSV（UTF-8・Shift_JIS）、${MAX_IMPORT_ROWS.toLocaleString('ja-JP')}行まで。`}
					error={formState?.fields['file']}
				/>
				<InputField
					id="source"
					label="アドレスの入手元"
					hint="案内のメールに「ご連絡先は、〇〇で拝見しました」と書かれます。例：貴事務所のWebサイト"
					maxLength={400}
					defaultValue={textIn(formState?.values, 'source')}
					error={formState?.fields['source']}
				/>
			</CheckForm>
			<PastImports items={items.map(toPast)} page={page} at={staffImportsPath} />
		</>
	)
}

function Columns() {
	return (
		<>
			<p>
				<a href={importTemplatePath()} download>
					ひな形（CSV）をダウンロードする
				</a>
			</p>
			<details>
				<summary>列の説明</summary>
				<FactList rows={importColumns.map(({ title, note }) => ({ label: title, value: note }))} />
			</details>
		</>
	)
}

const toPast = ({ id, fileName, createdAt, confirmedAt, counts, source }: ImportBatch): PastImport => ({
	id,
	to: staffImportPath(id),
	fileName,
	checkedAt: createdAt,
	open: confirmedAt === null ? 'まだ送っていません' : null,
	summary: `${countsText(counts)}。入手元：${source}`,
})
