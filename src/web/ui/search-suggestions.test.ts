import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSuggester, readSuggestions } from './search-suggestions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Asked = { url: string; signal: AbortSignal; answer: (labels: string[]) => void; fail: () => void }

function suggester() {
	const asked: Asked[] = []
	const answers: [string, string[]][] = []
	const box = createSuggester(
		(text, suggestions) => answers.push([text, suggestions.map(({ label }) => label)]),
		(url, { signal }) =>
			new Promise((resolve, reject) => {
				asked.push({
					url,
					signal,
					answer: (labels) =>
						resolve({
							ok: true,
							json: () =>
								Promise.resolve({ suggestions: labels.map((label, id) => ({ kind: 'task', id, label, detail: '', path: `/${id}` })) }),
						}),
					fail: () => reject(new TypeError('offline')),
				})
			}),
	)
	return { box, asked, answers }
}

test('requests once typing pauses, for the last text', async () => {
	const { box, asked, answers } = suggester()
	box.want('み')
	await vi.advanceTimersByTimeAsync(100)
	box.want('みた')
	await vi.advanceTimersByTimeAsync(100)
	expect(asked).toEqual([])
	await vi.advanceTimersByTimeAsync(20)
	expect(asked.map(({ url }) => url)).toEqual(['/api/suggest?q=%E3%81%BF%E3%81%9F'])
	asked[0]?.answer(['三鷹駅'])
	await vi.advanceTimersByTimeAsync(0)
	expect(answers).toEqual([['みた', ['三鷹駅']]])
})

test('discards a response to an older text', async () => {
	const { box, asked, answers } = suggester()
	box.want('み')
	await vi.advanceTimersByTimeAsync(120)
	box.want('みた')
	expect(asked[0]?.signal.aborted).toBe(true)
	await vi.advanceTimersByTimeAsync(120)
	asked[1]?.answer(['三鷹駅'])
	asked[0]?.answer(['水戸市'])
	await vi.advanceTimersByTimeAsync(0)
	expect(answers).toEqual([['みた', ['三鷹駅']]])
})

test('answers a known text from memory', async () => {
	const { box, asked, answers } = suggester()
	for (const text of ['み', 'みた', 'み']) {
		box.want(text)
		await vi.advanceTimersByTimeAsync(120)
		if (asked.length <= 2) asked.at(-1)?.answer([text])
		await vi.advanceTimersByTimeAsync(0)
	}
	expect(asked).toHaveLength(2)
	expect(answers.map(([text]) => text)).toEqual(['み', 'みた', 'み'])
})

test('a blank text, and one that only differs in spaces, asks nothing', async () => {
	const { box, asked } = suggester()
	box.want('  ')
	box.want('税理士')
	await vi.advanceTimersByTimeAsync(120)
	box.want('税理士　')
	await vi.advanceTimersByTimeAsync(120)
	expect(asked).toHaveLength(1)
})

test('a failure is silent and the same text may be requested again', async () => {
	const { box, asked, answers } = suggester()
	box.want('み')
	await vi.advanceTimersByTimeAsync(120)
	asked[0]?.fail()
	await vi.advanceTimersByTimeAsync(0)
	box.want('み')
	await vi.advanceTimersByTimeAsync(120)
	expect(asked).toHaveLength(2)
	expect(answers).toEqual([])
})

test('drops invalid suggestions and those that lead off the site', () => {
	const good = { kind: 'station', id: 1, label: '三鷹駅', detail: '東京都', path: '/category/list/5/tokyo/station/%E4%B8%89%E9%B7%B9' }
	expect(
		readSuggestions({ suggestions: [good, { ...good, path: '//evil.example' }, { ...good, path: 'https://evil.example' }, null, 1] }),
	).toEqual([good])
	expect(readSuggestions(null)).toEqual([])
	expect(readSuggestions({ suggestions: 'x' })).toEqual([])
})
