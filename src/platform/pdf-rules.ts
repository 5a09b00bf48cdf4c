import type { PdfStructure } from './pdf-structure.ts'
import { isDict, nameOf, type PdfDict, PdfName, type PdfValue, RefusedPdf } from './pdf-syntax.ts'

/** Keys too short to be refused as values, where glyphs and fonts may be called so. */
const ACTIVE_KEYS = new Set(['JS', 'AA', 'EF', '3DD'])
/** Names that make a PDF do something or carry another file, as a key or as a value, at whatever place. */
const ACTIVE = new Set([
	'JavaScript',
	'Launch',
	'GoToR',
	'GoToE',
	'GoTo3DView',
	'ImportData',
	'SubmitForm',
	'RichMedia',
	'RichMediaExecute',
	'RichMediaContent',
	'RichMediaSettings',
	'Movie',
	'Sound',
	'Rendition',
	'EmbeddedFile',
	'EmbeddedFiles',
	'FileAttachment',
	'XFA',
])
const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3']
const MAX_DEPTH = 70

/**
 * Throws `RefusedPdf` for a PDF that acts, carries files, lies partly elsewhere or would be shown without its letters. The
 * letters come last: a PDF refused as `fonts` passes in all else.
 */
export function assertPassive({ values, resolve, catalog }: PdfStructure): void {
	for (const value of values) visit(value, () => undefined)
	for (const value of values) if (isDict(value) && value.has('OpenAction')) assertOpensHere(value.get('OpenAction'), resolve)
	assertOpensHere(catalog.get('OpenAction'), resolve)
	for (const value of values) visit(value, (dict) => assertFont(dict, resolve))
}

function visit(value: PdfValue, onDict: (dict: PdfDict) => void, depth = 0): void {
	if (depth > MAX_DEPTH) throw new RefusedPdf('broken', 'nested too deeply')
	if (value instanceof PdfName) assertHarmless(value.text)
	else if (Array.isArray(value)) for (const one of value) visit(one, onDict, depth + 1)
	else if (isDict(value)) {
		onDict(value)
		for (const [key, one] of value) {
			if (ACTIVE_KEYS.has(key)) throw new RefusedPdf('active', `the key ${key}`)
			assertHarmless(key)
			visit(one, onDict, depth + 1)
		}
	}
}

function assertHarmless(name: string): void {
	if (ACTIVE.has(name)) throw new RefusedPdf('active', `the name ${name}`)
}

/** LibreOffice and LaTeX let every document open at a place in itself; any other action is refused. */
function assertOpensHere(action: PdfValue | undefined, resolve: PdfStructure['resolve']): void {
	const opened = resolve(action)
	if (!isDict(opened)) return
	if (nameOf(resolve(opened.get('S'))) !== 'GoTo' || opened.has('Next')) throw new RefusedPdf('active', 'an action on opening')
}

/** Japanese fonts that are not embedded would be drawn as nothing: there are no fonts beside the renderer. */
function assertFont(dict: PdfDict, resolve: PdfStructure['resolve']): void {
	const subtype = nameOf(dict.get('Subtype'))
	if (subtype !== 'CIDFontType0' && subtype !== 'CIDFontType2') return
	const descriptor = resolve(dict.get('FontDescriptor'))
	if (!isDict(descriptor) || !FONT_FILES.some((key) => descriptor.has(key))) throw new RefusedPdf('fonts', 'a font is not embedded')
}
