import { mayDoPart } from '../../src/domain/taxonomy/task-parts.ts'
import type { ProfessionSlug, TaskSeed } from '../taxonomy/types.ts'
import type { OfficeKind } from './office-names.ts'
import { profiles } from './profile.ts'
import type { Random } from './random.ts'
import { type DemoSubQualification, heldOf } from './sub-qualifications.ts'
import { commonTexts } from './texts/common-texts.ts'

export type OfferedTask = { task: TaskSeed; feeMin: number; feeMax: number | null; includes: string }

/** Few tax offices refuse 税務顧問: what every client expects of a profession is offered by nearly all. */
const STAPLE_FACTOR = 7

/**
 * Tasks that these professions take by the taxonomy and of which the law allows them a part, each with how likely an office
 * offers it.
 */
export function lawfulTasks(
	tasks: readonly TaskSeed[],
	professions: readonly ProfessionSlug[],
	subs: readonly DemoSubQualification[],
): { task: TaskSeed; weight: number }[] {
	const held = heldOf(professions, subs)
	return tasks.flatMap((task) => {
		if (!task.parts.some((part) => mayDoPart(held, part))) return []
		let weight = 0
		for (const profession of professions) {
			const position = task.professions.indexOf(profession)
			if (position === -1) continue
			const affinity = profiles[profession].affinity[Math.floor(task.id / 100)] ?? 0.4
			const staple = profiles[profession].staples.includes(task.id) ? STAPLE_FACTOR : 1
			weight = Math.max(weight, staple * affinity * ([1, 0.75, 0.5, 0.35][position] ?? 0.3))
		}
		return weight > 0 ? [{ task, weight }] : []
	})
}

const COUNTS: Record<OfficeKind, readonly [number, number]> = { sole: [4, 10], corporation: [6, 13], company: [4, 9], joint: [7, 14] }

/** What an office offers, in the order of the taxonomy. Two of its categories are its special fields. */
export function chooseTasks(candidates: readonly { task: TaskSeed; weight: number }[], kind: OfficeKind, random: Random): TaskSeed[] {
	const [min, max] = COUNTS[kind]
	const count = Math.min(candidates.length, random.int(min, max))
	const categories = [...new Set(candidates.map(({ task }) => Math.floor(task.id / 100)))]
	const special = new Set(random.some(categories, 2))
	return candidates
		.map(({ task, weight }) => {
			const total = weight * (special.has(Math.floor(task.id / 100)) ? 2 : 1)
			// Weighted drawing without replacement: the largest u^(1/w) win.
			return { task, key: Math.max(random.next(), 1e-9) ** (1 / total) }
		})
		.sort((a, b) => b.key - a.key)
		.slice(0, count)
		.map(({ task }) => task)
		.sort((a, b) => a.id - b.id)
}

/** Amounts as in price lists: multiples of 1,100 yen with tax, coarser when large. */
function neat(yen: number): number {
	const step = yen < 33_000 ? 1_100 : yen < 220_000 ? 5_500 : 11_000
	return Math.max(0, Math.round(yen / step) * step)
}

/** A fee around the task's usual band; `level` is how dear the office is, 0 to 1. */
export function priceTask(task: TaskSeed, level: number, random: Random): OfferedTask {
	const { basis, min, max } = task.fee
	const includes = random.pick(commonTexts.feeIncludes[basis])
	const low = min + (max - min) * (0.22 * level + 0.14 * random.next())
	const high = low + (max - low) * (0.2 + 0.5 * random.next())
	if (basis === 'percentage') {
		const feeMin = Math.max(min, Math.round(low))
		return { task, feeMin, feeMax: Math.max(feeMin, Math.min(max, Math.round(high))), includes }
	}
	const feeMin = Math.min(max, neat(low))
	const open = random.chance(0.15)
	return { task, feeMin, feeMax: open ? null : Math.max(feeMin, neat(high)), includes }
}

/** How clients refer to the task: 「$taskをお願いしました」. */
const PHRASES: Readonly<Record<string, string>> = {
	税務調査: '税務調査の対応',
	労務トラブル: '労務トラブルの相談',
	'再生・破産': '会社の立て直しの相談',
	返済条件変更: '返済条件の変更',
	在留資格: '在留資格の申請',
	建設業許可: '建設業許可の申請',
	飲食店営業: '飲食店営業の許可',
	古物商: '古物商の許可',
	産廃収集運搬: '産廃収集運搬の許可',
	宅建業免許: '宅建業免許の申請',
	'36協定': '36協定の届出',
	就業規則: '就業規則の見直し',
	'インボイス・電帳法': 'インボイスと電帳法の対応',
	自己資金整理: '自己資金の整理',
	私募債: '私募債の相談',
	'出資・資本政策': '資本政策の相談',
	遺産分割: '遺産分割の手続',
	遺言: '遺言の作成',
	家族信託: '家族信託の相談',
	生前贈与: '生前贈与の相談',
	IT導入補助金: 'IT導入補助金の相談',
	補助金選定: '補助金選び',
	制度融資: '制度融資の申込み',
	追加融資: '追加融資の相談',
	法人成り判断: '法人成りの相談',
	設立届出: '設立後の届出',
	社会保険新規適用: '社会保険の加入手続',
	社会保険手続: '社会保険の手続',
	業務アプリ: '業務アプリの導入',
	DX計画: 'DX計画づくり',
	情報セキュリティ: '情報セキュリティの見直し',
	生成AI活用: '生成AIの活用相談',
	ネット販売構築: 'ネット販売の立ち上げ',
	会計クラウド導入: 'クラウド会計の導入',
	利用規約: '利用規約の作成',
	個人情報対応: '個人情報の対応',
	人事制度: '人事制度づくり',
	資金繰り改善: '資金繰りの改善',
	先行調査: '先行調査',
	侵害対応: '警告書への対応',
	'M&A支援': 'M&Aの支援',
	経営者保証解除: '経営者保証の見直し',
}

export const taskPhrase = (task: TaskSeed): string => PHRASES[task.name] ?? task.name
