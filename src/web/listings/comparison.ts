import { portraitPath } from '../../domain/experts/portrait-path.ts'
import { comparisonRows } from '../../domain/offices/office-fields.ts'
import type { OfficeFacts, OfficeTask } from '../../domain/offices/types.ts'
import { feeText } from '../format/fee-text.ts'
import { hoursLines } from '../format/hours-text.ts'
import { accessText } from '../format/place-text.ts'

/** Offices side by side: the columns' heads and, row by row, what each of them says. */
export type Comparison = {
	offices: {
		id: number
		name: string
		/** Whom a client would talk to: the first verified expert; null where the office shows none. */
		person: { id: number; name: string; portrait: string; professions: string } | null
		/** Of the building, for an office without a person. */
		picture: string
		rating: { average: number | null; count: number }
		takesInquiries: boolean
	}[]
	sections: { title: string; rows: Row[] }[]
}

/** `best` marks the cells of the lowest fee, where at least two offices charge by the same basis. */
type Row = { label: string; cells: string[][]; isFee: boolean; best: boolean[] }

const MOST_TASKS = 12
const NOTHING: string[] = ['—']

const acceptingTexts = { open: '受付中', limited: '条件あり', paused: '休止中' }
const yesNo = (value: boolean) => [value ? '○ 対応' : '—']

export function compareOffices(offices: readonly OfficeFacts[]): Comparison {
	const row = (label: string, cellOf: (office: OfficeFacts) => string[]): Row => ({
		label,
		isFee: false,
		best: [],
		cells: offices.map((office) => {
			const cell = cellOf(office)
			return cell.length === 0 ? NOTHING : cell
		}),
	})
	const scalarRows = (group: 'access' | 'team') =>
		comparisonRows(group, offices).map(({ label, texts }) => ({
			label,
			isFee: false,
			best: [],
			cells: texts.map((text) => (text === null ? NOTHING : [text])),
		}))
	return {
		offices: offices.map(({ id, name, picture, experts, accepting, rating: { average, count } }) => ({
			id,
			name,
			person: personOf(experts),
			picture: `/media/${picture ?? `offices/${id}.svg`}`,
			rating: { average, count },
			takesInquiries: accepting !== 'paused',
		})),
		sections: [
			{
				title: '料金の目安',
				rows: [
					...comparedTasks(offices).map(({ id, name }) => ({
						...row(name, ({ tasks }) => tasks.filter(({ taskId }) => taskId === id).map(feeText)),
						isFee: true,
						best: lowestFees(offices.map(({ tasks }) => tasks.find(({ taskId }) => taskId === id))),
					})),
					row('初回相談', ({ firstConsultation, firstConsultationFree }) => [
						firstConsultation || (firstConsultationFree ? '無料' : '要確認'),
					]),
				],
			},
			{
				title: '相談のしやすさ',
				rows: differencesFirst([
					row('新規受付', ({ accepting }) => [acceptingTexts[accepting]]),
					...scalarRows('access'),
					row('土日祝', ({ weekend }) => yesNo(weekend)),
					row('夜間', ({ evening }) => yesNo(evening)),
					row('営業時間', ({ hours }) => hoursLines(hours)),
				]),
			},
			{
				title: '場所',
				rows: [
					row('所在地', ({ prefecture, municipality, addressLine }) => [`${prefecture.name}${municipality.name}${addressLine}`]),
					row('最寄り駅', ({ stations }) =>
						stations.map(({ station, walkMinutes, distanceMetres }) => accessText({ name: station.name, walkMinutes, distanceMetres })),
					),
				],
			},
			{
				title: '事務所の体制',
				rows: differencesFirst([
					...scalarRows('team'),
					row('資格', ({ professions }) => (professions.length > 0 ? [professions.map(({ name }) => name).join('・')] : [])),
					row('専門家', ({ experts }) =>
						experts.slice(0, 3).map(({ name, practisingYears }) => (practisingYears ? `${name}（実務${practisingYears}年）` : name)),
					),
					row('得意な業種', ({ industries }) => (industries.length > 0 ? [industries.join('、')] : [])),
					row('対応ソフト', ({ software }) => (software.length > 0 ? [software.join('、')] : [])),
					row('掲載事例', ({ cases }) => [`${cases.length}件`]),
				]),
			},
		],
	}
}

function personOf([first]: OfficeFacts['experts']): Comparison['offices'][number]['person'] {
	if (!first) return null
	const professions = first.credentials.map(({ profession }) => profession.name).join('・')
	return { id: first.id, name: first.name, portrait: portraitPath(first), professions }
}

/** Tasks that most of the offices do come first: there a comparison says something. */
function comparedTasks(offices: readonly OfficeFacts[]): { id: number; name: string }[] {
	const tasks = new Map<number, { id: number; name: string; count: number }>()
	for (const { taskId, taskName } of offices.flatMap((office) => office.tasks)) {
		const count = (tasks.get(taskId)?.count ?? 0) + 1
		tasks.set(taskId, { id: taskId, name: taskName, count })
	}
	return [...tasks.values()].toSorted((a, b) => b.count - a.count || a.id - b.id).slice(0, MOST_TASKS)
}

/** Rows in which the offices differ come before those in which all say the same. */
const differencesFirst = (rows: Row[]): Row[] => rows.toSorted((a, b) => Number(areAlike(a)) - Number(areAlike(b)))

const areAlike = ({ cells }: Row): boolean => new Set(cells.map((cell) => cell.join('\n'))).size <= 1

/** Which of the fees begin lowest; none where they are alike or charged by different bases. */
function lowestFees(tasks: readonly (OfficeTask | undefined)[]): boolean[] {
	const asked = tasks.filter((task) => task !== undefined)
	const lowest = Math.min(...asked.map(({ min }) => min))
	const isComparable = new Set(asked.map(({ basis }) => basis)).size === 1 && asked.some(({ min }) => min > lowest)
	return tasks.map((task) => isComparable && task?.min === lowest)
}
