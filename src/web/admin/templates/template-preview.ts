import { getTemplate, previewOf } from '../../../domain/operations/templates/template-admin.ts'
import { wordsSchema } from '../../../domain/operations/templates/template-schemas.ts'
import { isDomainError } from '../../../domain/shared/errors.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import type { Route } from './+types/template-preview'

/** The mail of a template with its samples, as a document of its own: as a mail program shows it, and as text. */
export const loader = staffLoader(['support'], 'routine', async (ctx, { params, request }: Route.LoaderArgs) => {
	const { words } = await getTemplate(ctx, params.key)
	return documentOf(previewOf(ctx, params.key, words), request.url)
})

/** The same of words that are not saved. Words that cannot be sent are answered with what is wrong with them. */
export const action = staffAction(['support'], 'routine', {
	'': {
		input: wordsSchema,
		run: async (ctx, words, { params, request }) => {
			try {
				return documentOf(previewOf(ctx, params['key'] ?? '', words), request.url)
			} catch (error) {
				if (!isDomainError(error) || error.kind !== 'invalid') throw error
				const list = Object.values(error.fields).map((sentence) => `<li>${escape(sentence)}</li>`)
				return html(`<h1>この文は送れません</h1><ul>${list.join('')}</ul>`, 422)
			}
		},
	},
})

function documentOf(preview: ReturnType<typeof previewOf>, url: string): Response {
	if ('sentence' in preview) return html(sentenceAt(preview.sentence), 200)
	const { subject, text, html: mail } = preview
	const width = new URL(url).searchParams.get('width') === '360' ? 360 : 600
	const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(mail)?.[1] ?? ''
	return html(
		`<h1>${escape(subject)}</h1><h2>HTML（幅${width}ピクセル）</h2><div style="width:${width}px;max-width:100%;border:1px solid #7d8a8b;background:#fbf7ef;line-height:1.8">${body}</div><h2>テキスト</h2><pre style="max-width:600px;padding:16px;border:1px solid #7d8a8b;white-space:pre-wrap;overflow-wrap:anywhere">${escape(text)}</pre>`,
		200,
	)
}

/** A sentence in the widths of a phone and of a list on a large screen. */
const sentenceAt = (sentence: string): string =>
	`<h1>サイトでの見え方</h1>${[360, 600]
		.map(
			(width) =>
				`<h2>幅${width}ピクセル</h2><p style="box-sizing:border-box;width:${width}px;max-width:100%;padding:16px;border:1px solid #7d8a8b;line-height:1.8;overflow-wrap:anywhere">${escape(sentence)}</p>`,
		)
		.join('')}`

/** Nothing in it runs or is fetched: only the inline styles of the mail apply. */
const html = (content: string, status: number) =>
	new Response(
		`<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>文の見え方</title></head><body style="margin:16px;font-family:sans-serif;color:#12343b"><main>${content}</main></body></html>`,
		{
			status,
			headers: {
				'content-type': 'text/html; charset=utf-8',
				'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
				'x-content-type-options': 'nosniff',
				'cache-control': 'private, no-store',
			},
		},
	)

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
