import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { choiceSlot, fillTemplate, type SlotFill, templateOf, textSlot } from './slots.ts'

const texts: SlotFill['texts'] = { uid: 'u', token: 't', key: 'k', image: '/i.png', bell: 'お知らせ', count: null }
const page = (body: string) => Buffer.from(`<!DOCTYPE html><html lang="ja">${body}</html>`)
const filled = async (body: string, fill: Partial<SlotFill> = {}) =>
	gunzipSync(fillTemplate(await templateOf(page(body)), { texts, choices: new Set(), ...fill })).toString()
const kept = choiceSlot('kept')

test('a text comes into its attribute, with its special characters escaped', async () => {
	const body = `<a class="bell" aria-label="${textSlot('bell')}" data-count="${textSlot('count')}">x</a>`
	expect(await filled(body, { texts: { ...texts, bell: `"><script>'&`, count: '3' } })).toContain(
		'<a class="bell" aria-label="&quot;&gt;&lt;script&gt;&#x27;&amp;" data-count="3">x</a>',
	)
})

test('an attribute without a value is left out', async () => {
	expect(await filled(`<a class="bell" data-count="${textSlot('count')}">x</a>`)).toContain('<a class="bell">x</a>')
})

test('a reader gets one of the two elements of a choice, with the texts in it', async () => {
	const body = `${kept.first}<i value="${textSlot('token')}">★</i>${kept.second}<b value="${textSlot('token')}">☆</b>${kept.end}`
	expect(await filled(body)).toBe(page('<b value="t">☆</b>').toString())
	expect(await filled(body, { choices: new Set(['kept']) })).toBe(page('<i value="t">★</i>').toString())
	const helpful = choiceSlot('helpful-7')
	expect(await filled(`${helpful.first}a${helpful.second}b${helpful.end}`, { choices: new Set(['helpful-7', 'kept']) })).toContain('>a<')
})

test.each([
	['in a text', textSlot('token')],
	['in a script', `<script>const t="${textSlot('token')}x"</script>`],
	['as a part of a value', `<a href="/x?t=${textSlot('token')}">x</a>`],
	['without its end', `${kept.first}a${kept.second}b`],
	['in a wrong order', `${kept.second}a${kept.first}b${kept.end}`],
])('a page with a slot %s is refused', async (_name, body) => {
	await expect(templateOf(page(body))).rejects.toThrow(/slot|choice/)
})
