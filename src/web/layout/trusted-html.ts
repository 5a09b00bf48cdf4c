import { WORKER } from '../session/kept-pages.ts'

type Rule = (text: string) => string | null
type PolicyFactory = { createPolicy: (name: string, rules: { createHTML: Rule; createScriptURL: Rule }) => unknown }

/** How React makes a script element that the browser will not run. */
const EMPTY_SCRIPT = '<script></script>'

/** A text without `<` makes no element, so structured data may be written by a hydrated page. */
export const isHarmlessHtml = (html: string): boolean => html === EMPTY_SCRIPT || !html.includes('<')

const workerOnly: Rule = (url) => (url === WORKER ? url : null)

/** Allows React's own writes and the worker's address under `require-trusted-types-for`; rejects any other text that would become HTML or a script. */
export const allowReactHtml = (): void => allow({ createHTML: (html) => (isHarmlessHtml(html) ? html : null), createScriptURL: workerOnly })

/** Allows the worker's address on a page without React, on which no text becomes HTML. */
export const allowWorker = (): void => allow({ createHTML: () => null, createScriptURL: workerOnly })

function allow(rules: { createHTML: Rule; createScriptURL: Rule }): void {
	const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
	trustedTypes?.createPolicy('default', rules)
}
