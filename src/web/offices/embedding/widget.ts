import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { OfficeCard } from '../../../domain/listings/types.ts'
import { officePath } from '../../../domain/shared/links.ts'
import { acceptingLabels } from '../office-labels.ts'
import { markupText } from './embed-code.ts'

/** Of a document that strangers show in a frame: none of the site's style sheets fits it. */
const STYLE = `
:root{color-scheme:light;font-family:"Hiragino Sans","Noto Sans JP","Yu Gothic",Meiryo,sans-serif;line-height:1.5;color:#12343b}
*{box-sizing:border-box;margin:0}
body{padding:1px}
article{display:grid;gap:8px;padding:15px;border:1px solid #e6dfd1;border-radius:12px;background:#fff;overflow-wrap:anywhere}
.from{font-size:12px;color:#4a5f64}
h1{font-size:17px;line-height:1.4;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
p{font-size:13px}
.state{font-weight:700}
ul{display:flex;flex-wrap:wrap;gap:4px 6px;padding:0;list-style:none;font-size:12px}
li{padding:2px 8px;border-radius:999px;background:#f1ead9}
a{display:flex;align-items:center;justify-content:center;min-height:44px;padding:0 12px;border-radius:8px;background:#0b5c6b;color:#fff;font-size:15px;font-weight:700;text-decoration:none}
a:focus-visible{outline:3px solid #b3541e;outline-offset:2px}
`

/** Every site may show this document in a frame; it runs nothing and loads nothing. */
export const widgetPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors *`

const facts = ({ isDemo, firstConsultationFree, online, weekend, evening }: OfficeCard): string[] =>
	[
		isDemo && 'デモ',
		firstConsultationFree && '初回相談無料',
		online && 'オンライン対応',
		weekend && '土日対応',
		evening && '夜間対応',
	].filter((fact) => fact !== false)

/**
 * What an office's own site shows of its page here, in a frame: who they are and whether they take cases. Without ratings: on the
 * site of an office they would be its own advertisement, which the rules of some professions keep short of them.
 */
export function widgetHtml(office: OfficeCard, site: { name: string; publicUrl: string }): string {
	const professions = office.professions.map(({ shortName }) => shortName).join('・')
	const place = `${office.prefectureName}${office.municipalityName}`
	const shown = facts(office)
	return markupText(
		html`<!doctype html>
			<html lang="ja">
				<head>
					<meta charset="utf-8" />
					<meta name="viewport" content="width=device-width" />
					<title>${`${office.name}｜${site.name}`}</title>
					${raw(`<style>${STYLE}</style>`)}
				</head>
				<body>
					<article>
						<p class="from">${`${site.name}に掲載`}</p>
						<h1>${office.name}</h1>
						<p>${[professions, place].filter((text) => text !== '').join('｜')}</p>
						<p class="state">${acceptingLabels[office.accepting].label}</p>
						${
							shown.length === 0
								? ''
								: html`<ul>
										${shown.map((fact) => html`<li>${fact}</li>`)}
									</ul>`
						}<a href="${site.publicUrl}${officePath(office.id)}" target="_blank" rel="noopener"
							>${office.accepting === 'paused' ? '事務所のページを見る' : '相談・見積もりのページへ'}</a
						>
					</article>
				</body>
			</html>`,
	)
}
