import { WORKER } from '../session/kept-pages.ts'

type Rule = (text: string) => string | null
type PolicyFactory = { createPolicy: (name: string, rules: { createHTML: Rule; createScriptURL: Rule }) => unknown }

/** How React makes a script element that the browser will not run. */
const EMPTY_SCRIPT = '<script></script>'

/** A text without `<` makes no element, so structured data may be written by a hydrated page. */
export const isHarmlessHtml = (html: string): boolean => html === EMPTY_SCRIPT || !html.includes('<')

/** Allows React's own writes and the worker's address under `require-trusted-types-for`; rejects any other text that would become HTML or a script. */
export function allowReactHtml(): void {
	const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
	trustedTypes?.createPolicy('default', {
		createHTML: (html) => (isHarmlessHtml(html) ? html : null),
		createScriptURL: (url) => (url === WORKER ? url : null),
	})
}
