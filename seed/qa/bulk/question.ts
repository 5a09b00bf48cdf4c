import { z } from 'zod'
import { prefectures } from '../../../src/domain/geography/prefectures.ts'
import { readYaml } from '../../content-files.ts'
import { createRandom, mixSeed, type Random } from '../../demo/random.ts'
import { categories } from '../../taxonomy/index.ts'
import type { ProfessionSlug, TaskSeed } from '../../taxonomy/types.ts'

const lines = z.array(z.string()).min(1)
/** What people of every trade write around their question; `{…}` are filled in. `asides` name another task in passing. */
const { answerClosings, answerOpenings, asides, closings, industries, paperTitles, papersLines, settings, taskTitles, troubles } = readYaml(
	'demo/bulk-questions.yaml',
	z.strictObject({
		answerClosings: lines,
		answerOpenings: lines,
		asides: lines,
		closings: lines,
		industries: lines,
		paperTitles: lines,
		papersLines: lines,
		settings: lines,
		taskTitles: lines,
		troubles: lines,
	}),
)

/** What a made question is about: known, because it was made from it. The judged searches of the benchmark go by this. */
export type BulkFacts = {
	taskId: number
	/** Its words for the topic: the task's name or one of its synonyms. */
	topic: string
	industry: string
	prefectureId: number
	paper: string | null
	/** A frequent question of the task, asked again. */
	faq: number | null
	/** Named in passing only. */
	other: number | null
}

export type BulkQuestion = {
	facts: BulkFacts
	title: string
	body: string
	taskCategoryId: number
	taskIds: number[]
	stage: 'planning' | 'sole' | 'corporation'
	daysAgo: number
	viewCount: number
	answers: { profession: ProfessionSlug; body: string; afterHours: number; helpfulCount: number }[]
	resolved: boolean
}

const BULK_SEED = 0x5ea7c4
const TITLE_MAX = 60
/** Two in five have answers, two and a half on average. */
const ANSWERED = 0.4

const tasks = categories.flatMap((category) => category.tasks.map((task) => ({ task, categoryId: category.id })))
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
	text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
/** Papers as people call them: without the part in brackets. */
const plain = (paper: string): string => paper.replaceAll(/[（(][^（()）]*[)）]/gu, '')

/** Returns the question of this number. Deterministic, so it need not be stored to be known. */
export function createBulkQuestion(ordinal: number): BulkQuestion {
	const random = createRandom(mixSeed(BULK_SEED, ordinal))
	// Some topics are asked about far more than others.
	const { task, categoryId } = tasks[Math.floor(tasks.length * random.next() ** 1.6)] ?? random.pick(tasks)
	const other = random.chance(0.25) ? random.pick(tasks).task : null
	const prefecture = random.pick(prefectures)
	const papers = task.documents.map(plain)
	const paper = random.chance(0.35) ? random.pick(papers) : null
	const faq = paper === null && random.chance(0.2) ? random.int(0, task.faq.length - 1) : null
	const topic = random.chance(0.6) ? task.name : random.pick(task.synonyms)
	const values = {
		topic,
		industry: random.pick(industries),
		place: prefecture.name,
		staff: String(random.int(1, 30)),
		years: String(random.int(2, 25)),
		sales: String(random.int(3, 90) * 10),
		savings: String(random.int(4, 60) * 10),
		month: String(random.int(1, 12)),
		paper: paper ?? random.pick(papers),
		paper2: random.pick(papers),
		other: other?.name ?? '',
	}
	const planning = random.chance(0.2)
	const answered = random.chance(ANSWERED)
	return {
		facts: {
			taskId: task.id,
			topic,
			industry: values.industry,
			prefectureId: prefecture.id,
			paper,
			faq,
			other: other && other !== task ? other.id : null,
		},
		title: titleOf(random, task, { paper, faq }, values),
		body: [
			fill(random.pick(settings), values),
			fill(random.pick(troubles), values),
			faq === null ? fill(random.pick(papersLines), values) : (task.faq[faq]?.question ?? ''),
			...(other && other !== task ? [fill(random.pick(asides), values)] : []),
			random.pick(closings),
		].join(random.chance(0.3) ? '\n\n' : ''),
		taskCategoryId: categoryId,
		taskIds: [task.id],
		stage: planning ? 'planning' : random.chance(0.5) ? 'sole' : 'corporation',
		daysAgo: random.int(1, 900),
		viewCount: Math.floor(4 + 900 * random.next() ** 4),
		answers: answered ? Array.from({ length: random.pick([1, 2, 2, 3, 3, 4]) }, () => answerOf(random, task, values)) : [],
		resolved: answered && random.chance(0.45),
	}
}

function titleOf(
	random: Random,
	task: TaskSeed,
	{ paper, faq }: Pick<BulkFacts, 'paper' | 'faq'>,
	values: Readonly<Record<string, string>>,
): string {
	const asked = faq === null ? '' : `${values['topic'] ?? ''}：${task.faq[faq]?.question ?? ''}`
	if (asked !== '' && asked.length <= TITLE_MAX) return asked
	const fitting = (paper === null ? taskTitles : paperTitles)
		.map((title) => fill(title, values))
		.filter(({ length }) => length <= TITLE_MAX)
	return fitting.length > 0 ? random.pick(fitting) : `${values['topic'] ?? ''}について教えてください`
}

function answerOf(random: Random, task: TaskSeed, values: Readonly<Record<string, string>>): BulkQuestion['answers'][number] {
	const known = random.chance(0.5) ? random.pick(task.faq).answer : random.pick(task.body)
	const list = random.some(task.documents, 3).map((paper) => `- ${paper}`)
	return {
		profession: random.pick(task.professions),
		body: [
			fill(random.pick(answerOpenings), values),
			known,
			...(random.chance(0.5) ? [`用意しておきたいものは次のとおりです。\n\n${list.join('\n')}`] : []),
			fill(random.pick(answerClosings), values),
		].join('\n\n'),
		afterHours: random.int(1, 96),
		helpfulCount: Math.floor(30 * random.next() ** 3),
	}
}
