import { html } from 'hono/html'
import { officePath } from '../../../domain/shared/links.ts'

export const BADGE_SIZE = { width: 240, height: 64 } as const
export const WIDGET_SIZE = { width: 320, height: 264 } as const

/** Outside the pages, so not among `links.ts`: for the sites of offices. */
export const badgePath = (officeId: number) => `/badge/office/${officeId}.svg`
export const widgetPath = (officeId: number) => `/widget/office/${officeId}`

/** What an office puts into the HTML of its own site: no script, and nothing that stores anything. */
export type EmbedCodes = { link: string; badge: string; widget: string }

export function embedCodesOf(office: { id: number; name: string }, site: { name: string; publicUrl: string }): EmbedCodes {
	const page = `${site.publicUrl}${officePath(office.id)}`
	const title = `${office.name}（${site.name}）`
	const inPage = (content: string) => `${tag('a', { href: page })}${content}</a>`
	return {
		link: inPage(markupText(html`${title}`)),
		badge: inPage(tag('img', { src: `${site.publicUrl}${badgePath(office.id)}`, ...BADGE_SIZE, alt: title, loading: 'lazy' })),
		widget: `${tag('iframe', { src: `${site.publicUrl}${widgetPath(office.id)}`, title, ...WIDGET_SIZE, loading: 'lazy', style: 'border:0;max-width:100%' })}</iframe>`,
	}
}

/** A start tag in one line, as it can be pasted into any editor. */
function tag(name: string, attributes: Readonly<Record<string, string | number>>): string {
	return `<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${markupText(html`${value}`)}"`)].join(' ')}>`
}

/** The text of a template, in which Hono has escaped what was put into it. */
export function markupText(markup: ReturnType<typeof html>): string {
	if (markup instanceof Promise) throw new TypeError('This template has a promise in it.')
	return markup.toString()
}
