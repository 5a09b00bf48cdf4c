/** What a notice of an incident is about, in the order of the form. */
export const incidentKinds = [
	{ value: 'outage', label: '障害' },
	{ value: 'accident', label: '事故' },
	{ value: 'maintenance', label: '予定の作業' },
] as const

export type IncidentKind = (typeof incidentKinds)[number]['value']

export const incidentKindLabel = (kind: IncidentKind): string => incidentKinds.find(({ value }) => value === kind)?.label ?? kind

export type IncidentState = 'draft' | 'open' | 'resolved'

export const incidentStateLabels: Readonly<Record<IncidentState, string>> = { draft: '下書き', open: '対応中', resolved: '解決' }

export const incidentLengths = {
	title: { min: 5, max: 80 },
	scope: { min: 2, max: 200 },
	body: { min: 20, max: 3_000 },
	update: { min: 10, max: 3_000 },
} as const
