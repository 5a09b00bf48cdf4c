import type { Ctx } from '../../../domain/shared/context.ts'
import { choicesOf, type OfficeField, officeFieldList } from '../../../domain/offices/office-fields.ts'
import { specialDayKinds } from '../../../domain/offices/hours/special-days.ts'
import { placeChoices } from '../../../domain/offices/office-location.ts'
import { feeBases, type SectionValues, weekdays } from '../../../domain/offices/office-sections.ts'
import { listTasks } from '../../../domain/taxonomy/tasks.ts'
import { prefectures } from '../../../domain/geography/prefectures.ts'

/** Labels of the fields that have a fixed one; the others are made from their parts. */
const labels: Readonly<Record<string, string>> = {
	...Object.fromEntries(officeFieldList.map(({ name, label }) => [name, label])),
	postalCode: '郵便番号',
	municipalityId: '市区町村',
	addressLine: '町名・番地・建物',
	point: '地図の位置',
	pinStation: '地図で目印にする駅',
	lat: '緯度',
	lng: '経度',
	phone: '電話番号',
	phonePublic: '電話番号を公開する',
	description: '事務所の特徴',
	industries: '得意な業種',
	software: '使っているソフト',
	language: '対応できる言語',
	area: '対応する都道府県',
}
const feeParts: Readonly<Record<string, string>> = { basis: '単位', min: '下限', max: '上限', includes: '含むもの' }
const caseParts: Readonly<Record<string, string>> = {
	title: '見出し',
	task: '業務',
	client: 'お客様',
	body: '内容',
	consented: '掲載の同意を得た日',
	remove: '削除',
}

const specialParts: Readonly<Record<string, string>> = {
	kind: '営業',
	first: '始まりの日',
	last: '終わりの日',
	open: '開始',
	close: '終了',
	label: '名前',
	yearly: '毎年くり返す',
	remove: '削除',
}

const yes = () => 'はい'
const specialWordings = {
	'special-kind': (value: string) => specialDayKinds.find((kind) => kind.value === value)?.label,
	'special-yearly': yes,
	'special-remove': yes,
}

export type Difference = { name: string; label: string; text: string }

/** How a section differs from what was typed, in the words of its form. */
export async function describeDifferences(
	ctx: Ctx,
	{ current, typed, live }: { current: SectionValues; typed: SectionValues; live: { lat: number; lng: number; municipalityId: number } },
): Promise<Difference[]> {
	const names = [...new Set([...Object.keys(current), ...Object.keys(typed)])]
	const listOf = (values: SectionValues, name: string) => [values[name] ?? []].flat().filter((text) => text !== '')
	const changed = names.filter((name) => listOf(current, name).join('\n') !== listOf(typed, name).join('\n'))
	if (changed.length === 0) return []
	const [tasks, choices] = await Promise.all([listTasks(ctx), 'postalCode' in current ? placeChoices(ctx, current, live) : null])
	const taskName = (id: string | undefined) => tasks.find((task) => `${task.id}` === id)?.name ?? '業務'
	const labelOf = (name: string): string => {
		const [kind = '', part = '', number] = name.split('-')
		if (kind === 'fee') return `${taskName(number)}の${feeParts[part] ?? ''}`
		if (kind === 'case') return `事例${number}の${caseParts[part] ?? ''}`
		if (kind === 'special') return `特別な日${number}の${specialParts[part] ?? ''}`
		if (kind === 'station') return `駅${part}`
		if (kind === 'walk') return `駅${part}からの徒歩（分）`
		const day = weekdays.find((one) => `${one.day}` === part)?.label ?? ''
		const hours = `${day}の${number === '2' ? '2つ目の時間の' : ''}`
		if (kind === 'appointment') return `${hours}予約制`
		if (kind === 'open' || kind === 'close') return `${hours}${kind === 'open' ? '開始' : '終了'}`
		return labels[name] ?? name
	}
	const nameIn = (named: readonly { id: number; name: string }[], value: string) => named.find(({ id }) => `${id}` === value)?.name
	const labelIn = (options: readonly { value: string; label: string }[], value: string) =>
		options.find((option) => option.value === value)?.label
	const wordingOf = (field: OfficeField) => {
		const choices = choicesOf(field)
		return choices ? (value: string) => labelIn(choices, value) : field.kind === 'flag' ? yes : undefined
	}
	/** By field or kind of field; every other field is shown as it is typed. */
	const wordings: Readonly<Record<string, ((value: string) => string | undefined) | undefined>> = {
		...Object.fromEntries(officeFieldList.map((field) => [field.name, wordingOf(field)])),
		municipalityId: (value) => nameIn(choices?.municipalities ?? [], value),
		point: (value) => (value === 'exact' ? '緯度と経度で指定' : value === 'near' ? '目印の駅の位置' : '最寄り駅と徒歩の分数から'),
		pinStation: (value) => nameIn([...(choices?.here.stations ?? []), ...(choices?.around ?? [])], value),
		area: (value) => nameIn(prefectures, value),
		phonePublic: yes,
		appointment: yes,
		...specialWordings,
		station: (value) => nameIn([...(choices?.here.stations ?? []), ...(choices?.around ?? [])], value),
		'fee-basis': (value) => labelIn(feeBases, value),
		'case-task': taskName,
	}
	const shown = (name: string, value: string): string => {
		const [kind = '', part = ''] = name.split('-')
		const wording = wordings[name] ?? wordings[`${kind}-${part}`] ?? (name === kind ? undefined : wordings[kind])
		return wording?.(value) ?? value
	}
	return changed.map((name) => ({
		name,
		label: labelOf(name),
		text:
			listOf(current, name)
				.map((value) => shown(name, value))
				.join('、') || '（空欄）',
	}))
}
