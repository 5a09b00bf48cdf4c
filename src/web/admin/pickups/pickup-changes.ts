const labels: Readonly<Record<string, string>> = {
	reason: '選んだ理由',
	position: '順番',
	startsOn: '始まりの日',
	endsOn: '終わりの日',
	isPr: '掲載料',
}

type Value = string | number | boolean | null | undefined
const shown = (value: Value): string => (typeof value === 'boolean' ? (value ? 'あり' : 'なし') : `${value ?? 'なし'}`)

type Detail = { before?: Record<string, Value>; after?: Record<string, Value> }

/** What an audit event of an edit changed, one line for each field. */
export function changeLines(detail: string | null): string[] {
	const { before = {}, after = {} } = detail === null ? {} : (JSON.parse(detail) as Detail)
	return Object.entries(labels).flatMap(([name, label]) =>
		before[name] === after[name] ? [] : [`${label}：${shown(before[name])} → ${shown(after[name])}`],
	)
}
