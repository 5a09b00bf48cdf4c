import { redirect } from 'react-router'
import { z } from 'zod'
import { keepDocument, NAME_LENGTH } from '../../domain/documents/document-uploads.ts'
import { requestDocuments, requestSchema, settleRequest, withdrawRequest } from '../../domain/documents/document-requests.ts'
import { changeRule, ruleSchema } from '../../domain/documents/document-rules.ts'
import { removeDocument } from '../../domain/documents/documents.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { documentsPath, documentsZipPath, inquiryPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { bytesOf, fileField, idField, targetFields } from '../forms/form-fields.server.ts'
import { samePage } from '../forms/after-act.server.ts'
import { pageAction } from '../forms/page-action.server.ts'
import { intentOf, textOf } from '../forms/read-form.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import notice from '../ui/notice.module.css'
import stack from '../ui/stack.module.css'
import formStyles from '../forms/form.module.css'
import type { Route } from './+types/documents.page'
import { Checklists } from './checklist.tsx'
import { Files } from './document-files.tsx'
import { viewDocuments } from './documents.server.ts'
import { KeepRule } from './keep-rule.tsx'
import { RequestForm } from './request-form.tsx'
import { UploadForm } from './upload-form.tsx'

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => ({
	...(await viewDocuments(ctx, parseId(params.id))),
	done: new URL(request.url).searchParams.get('done'),
	csrfToken: formToken(context, request),
}))

const backTo = (request: Request, id: number, done: string) => redirect(samePage(request, documentsPath(id, { done }), done), 303)

/** A button of one row. */
const act = (run: (ctx: Ctx, inquiryId: number, targetId: number) => Promise<void>, done: string) => ({
	input: targetFields,
	async run(ctx: Ctx, { targetId }: { targetId: number }, { params, request }: Route.ActionArgs) {
		const id = parseId(params.id)
		await run(ctx, id, targetId)
		return backTo(request, id, done)
	},
	read: (form: FormData) => ({ targetId: intentOf(form).targetId }),
})

export const action = pageAction({
	/** Without a script; with one, files go to /mypage/documents/upload. */
	upload: {
		input: z.object({ file: fileField, requestId: idField }),
		async run(ctx, { file, requestId }, { params, request }: Route.ActionArgs) {
			const id = parseId(params.id)
			const upload = {
				inquiryId: id,
				requestId: requestId === 0 ? null : requestId,
				name: file?.name.slice(0, NAME_LENGTH) ?? '',
				bytes: file?.size ?? 0,
				modified: '',
			}
			await keepDocument(ctx, upload, await bytesOf(file))
			return backTo(request, id, 'kept')
		},
	},
	request: {
		input: requestSchema,
		read: (form) => ({ chosen: form.getAll('chosen').filter((one) => typeof one === 'string'), lines: textOf(form, 'lines') }),
		async run(ctx, input, { params, request }: Route.ActionArgs) {
			const id = parseId(params.id)
			await requestDocuments(ctx, id, input)
			return backTo(request, id, 'requested')
		},
	},
	settle: act((ctx, id, requestId) => settleRequest(ctx, id, requestId, true), 'settled'),
	unsettle: act((ctx, id, requestId) => settleRequest(ctx, id, requestId, false), 'unsettled'),
	withdraw: act(withdrawRequest, 'withdrawn'),
	remove: act(removeDocument, 'removed'),
	keep: {
		input: ruleSchema,
		async run(ctx, { keepDays }, { params, request }: Route.ActionArgs) {
			const id = parseId(params.id)
			await changeRule(ctx, id, keepDays)
			return backTo(request, id, 'rule')
		},
	},
})

const doneTexts: Readonly<Record<string, string>> = {
	kept: '書類を送りました。相手にお知らせします。',
	requested: '書類をお願いしました。相手にお知らせします。',
	settled: 'そろったことにしました。',
	unsettled: 'まだ必要な書類に戻しました。',
	withdrawn: '書類のお願いを取り下げました。',
	removed: '書類を削除しました。相手の画面からも消えます。',
	rule: '書類を残しておく期間を変えました。相手にお知らせします。',
}

export default function DocumentsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { id, side, other, subject, closed, requests, files, suggestions, rule, done, csrfToken } = loaderData
	return (
		<div className={stack.narrow}>
			<Head title={`書類：${subject}`} description="案件の書類を受け渡しします。" path={documentsPath(id)} noindex />
			<p>
				<Link to={inquiryPath(id)}>メッセージのやり取りへ</Link>
			</p>
			<h2>{`${other}との書類`}</h2>
			<p className={stack.quietSmall}>
				ここに置いた書類を開けるのは、依頼者と事務所だけです。暗号化して保管し、だれがいつ開いたかを、送った側に示します。
			</p>
			{done !== null && doneTexts[done] && !formState && <output className={notice.saved}>{doneTexts[done]}</output>}
			{formState?.intent !== 'request' && formState?.fields['form'] && <p className={formStyles.failure}>{formState.fields['form']}</p>}
			<Checklists {...{ inquiryId: id, requests, csrfToken, formState }} canSend={closed === null} />
			{closed === null ? (
				<section id="upload" aria-labelledby="upload-heading" className={stack.close}>
					<h3 id="upload-heading">{requests.length > 0 ? 'そのほかの書類を送る' : '書類を送る'}</h3>
					<UploadForm inquiryId={id} requestId={null} csrfToken={csrfToken} formState={formState} />
				</section>
			) : (
				<p className={formStyles.note}>{closed}</p>
			)}
			<section aria-labelledby="files-heading" className={stack.close}>
				<h3 id="files-heading">受け渡した書類</h3>
				<Files files={files} csrfToken={csrfToken} />
				{files.length > 1 && (
					<p>
						<a className="button" data-kind="quiet" href={documentsZipPath(id)} download>
							まとめてダウンロード（ZIP）
						</a>
					</p>
				)}
			</section>
			{closed === null && <RequestForm {...{ side, suggestions, csrfToken, formState }} />}
			<KeepRule rule={rule} csrfToken={csrfToken} formState={formState} />
		</div>
	)
}
