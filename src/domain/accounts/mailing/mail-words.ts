import type { MailWords, Site } from '../../shared/context.ts'

/** The words of a mail that staff can edit, with variables in braces. Pure. */

/** A mail as the code has it. */
export type MailTemplate<Name extends string = string> = {
	/** Names the template for ever: what staff have edited is stored under it. */
	key: string
	/** When it is sent, for staff. */
	label: string
	/** Its variables, each with a sample for previews. `サイト名` is one of every mail. */
	samples: Readonly<Record<Name, string>>
	/** Variables without which the mail is of no use, such as the reason of a decision. */
	required?: readonly NoInfer<Name>[]
	words: MailWords
}

/** Checks a template's types, so that a mail is filled with the variables that it declares. */
export const defineMail = <const Name extends string>(template: MailTemplate<Name>): MailTemplate<Name> => template

/** A sentence of the site that staff can edit as they edit a mail: it has a body of one line and nothing else. */
export const defineText = <const Name extends string>({
	text,
	...template
}: Omit<MailTemplate<Name>, 'words'> & { text: string }): MailTemplate<Name> => ({
	...template,
	words: { subject: '', heading: '', body: text, button: '', after: '' },
})

/** Whether a template is a sentence of the site and no mail. */
export const isText = (template: Pick<MailTemplate, 'words'>): boolean => template.words.subject === ''

type TextRow = readonly [label: string, text: string, samples?: Readonly<Record<string, string>>]
type TextTemplates<Rows> = {
	readonly [Key in keyof Rows]: Rows[Key] extends readonly [string, string, infer Samples]
		? MailTemplate<keyof Samples & string>
		: MailTemplate<never>
}

/** A table of sentences of a room: for each the label for staff, the words, and its variables with samples, all of which are required. */
export function defineTexts<const Rows extends Readonly<Record<string, TextRow>>>(room: string, rows: Rows): TextTemplates<Rows> {
	return Object.fromEntries(
		Object.entries(rows).map(([name, [label, text, samples = {}]]) => [
			name,
			defineText({ key: `text.${room}.${name}`, label: `${label}（サイト内の文）`, text, samples, required: Object.keys(samples) }),
		]),
	) as TextTemplates<Rows>
}

/** Where sentences are written: a site, with what staff have edited. */
export type TextSite = Pick<Site, 'name' | 'mailWords'>

/** Writes a sentence: in the words that staff have given it, else in those of the code. */
export const writeText = <Name extends string>(
	site: TextSite,
	template: MailTemplate<Name>,
	values: Readonly<Record<Name, string>>,
): string => fillWords(wordsOn(site, template).body, { [SITE_NAME_VARIABLE]: site.name, ...values })

/** The words of a template on a site. */
export const wordsOn = (site: Pick<Site, 'mailWords'>, template: Pick<MailTemplate, 'key' | 'words'>): MailWords =>
	site.mailWords?.(template) ?? template.words

export const SITE_NAME_VARIABLE = 'サイト名'

/** Limits of each part, in characters. A button's label and the words after it may be missing. */
export const wordLimits: Readonly<Record<keyof MailWords, number>> = { subject: 80, heading: 80, body: 2_000, button: 30, after: 800 }
/** The same of a sentence of the site. */
const TEXT_LIMIT = 300
export const wordLabels: Readonly<Record<keyof MailWords, string>> = {
	subject: '件名',
	heading: '見出し',
	body: '本文',
	button: 'ボタン',
	after: 'ボタンの後の文',
}
export const wordNames = Object.keys(wordLimits) as (keyof MailWords)[]

const variable = /\{([^{}]*)\}/g

/** Puts the values into a text, each once: a value that holds braces stays as it is. */
export const fillWords = (text: string, values: Readonly<Record<string, string>>): string =>
	text.replaceAll(variable, (all, name: string) => values[name] ?? all)

/** The paragraphs of a text: one for each line that is not empty. */
export const paragraphsOf = (text: string): string[] =>
	text
		.split(/\n+/)
		.map((line) => line.trim())
		.filter((line) => line !== '')

const variablesIn = (words: MailWords): Set<string> =>
	new Set(wordNames.flatMap((name) => [...words[name].matchAll(variable)].map(([, found = '']) => found)))

/** What is wrong with words that staff have typed for a template, by part; empty if nothing is. */
export function faultsOfWords(template: MailTemplate, words: MailWords): Partial<Record<keyof MailWords, string>> {
	const faults: Partial<Record<keyof MailWords, string>> = {}
	const known = new Set([...Object.keys(template.samples), SITE_NAME_VARIABLE])
	for (const name of wordNames) {
		const fault = faultOfPart(name, words[name], known, isText(template) ? TEXT_LIMIT : wordLimits[name])
		if (fault !== null) faults[name] = fault
	}
	for (const name of ['subject', 'heading', 'body'] as const)
		if (template.words[name] !== '' && words[name].trim() === '') faults[name] ??= `${wordLabels[name]}を入力してください。`
	if (template.words.button !== '' && words.button.trim() === '') faults.button ??= 'ボタンの文字を入力してください。'
	if (template.words.button === '' && words.button.trim() !== '') faults.button ??= 'このメールにはボタンがありません。'
	if (isText(template)) addFaultsOfText(words, faults)
	if (words.subject.includes('\n')) faults.subject ??= '件名は1行で入力してください。'
	const missing = (template.required ?? []).filter((name) => !variablesIn(words).has(name))
	if (missing.length > 0)
		faults.body ??= `${missing.map((name) => `「{${name}}」`).join('')}は、なくせない差し込みです。本文に入れてください。`
	return faults
}

/** What is wrong with one part, whatever the others say: its length, its variables and its braces. */
function faultOfPart(name: keyof MailWords, text: string, known: ReadonlySet<string>, most: number): string | null {
	const unknown = [...text.matchAll(variable)].map(([, found = '']) => found).find((found) => !known.has(found))
	if (Array.from(text).length > most) return `${wordLabels[name]}は${most}文字以内で入力してください。`
	if (unknown !== undefined) return `「{${unknown}}」という差し込みはありません。下の一覧にあるものを使ってください。`
	return /[{}]/.test(text.replaceAll(variable, '')) ? '「{」と「}」は、差し込みの両端にだけ使ってください。' : null
}

/** A sentence is shown in one line of a list, and has no other part. */
function addFaultsOfText(words: MailWords, faults: Partial<Record<keyof MailWords, string>>): void {
	if (words.body.includes('\n')) faults.body ??= '1行で入力してください。'
	for (const name of ['subject', 'heading', 'after'] as const)
		if (words[name].trim() !== '') faults[name] ??= `この文には${wordLabels[name]}がありません。`
}

/** What staff have edited: their words, and the words of the code that they began from. */
export type EditedWords = { own: MailWords; base: MailWords }

export type MergedWords = {
	words: MailWords
	/** Parts that both staff and a later release have changed: those of staff are used until somebody looks. */
	conflicts: (keyof MailWords)[]
	/** Whether the words of staff can no longer be used, so that the code's are sent. */
	isFallback: boolean
}

/**
 * The words to send when a release may have changed the code's since staff edited them. A part that only one side has changed is
 * taken from that side, one that both have changed from staff. Words that no longer hold with the template (a variable is gone, or a
 * required one is missing) are not used at all.
 */
export function mergeWords(template: MailTemplate, { own, base }: EditedWords): MergedWords {
	const current = template.words
	const words = Object.fromEntries(wordNames.map((name) => [name, own[name] === base[name] ? current[name] : own[name]])) as MailWords
	const conflicts = wordNames.filter((name) => own[name] !== base[name] && current[name] !== base[name] && own[name] !== current[name])
	const isFallback = Object.keys(faultsOfWords(template, words)).length > 0
	return { words: isFallback ? current : words, conflicts, isFallback }
}
