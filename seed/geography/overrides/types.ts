/**
 * What happened to stations and lines since the packaged data of May 2017, or what they never had. Every entry says
 * when, and after whose announcement. Stations are found by name on a line, lines by their present names
 * (lines.ts), with `@operator` where two companies have a line of one name.
 */
type Noted = {
	/** ISO date of the timetable day on which it took effect. */
	date: string
	/** Who announced it or owns it, and what, in a few words. */
	source: string
}

/** A station that the package lacks: opened since, or simply missing. Ids are ours, from 20001, and never reused. */
export type AddedStation = Noted & {
	kind: 'opened' | 'missing'
	id: number
	name: string
	kana: string
	lat: number
	lng: number
	lines: readonly string[]
}

/** A new name. Stops of other lines under the old name stay, so that a shared station splits and needs an id. */
export type RenamedStation = Noted & {
	kind: 'renamed'
	formerly: string
	name: string
	kana: string
	lines: readonly string[]
	split?: { id: number; lat: number; lng: number }
}

/** Stations that left a line; one without any line left is gone. */
export type ClosedStations = Noted & { kind: 'closed'; line: string; names: readonly string[] }

/** An existing station at which another line calls since. */
export type JoinedLine = Noted & { kind: 'joined'; station: string; at: string; line: string }

/** A run of stations that another company took over; those in `keep` stay on the old line as well. */
export type TransferredSection = Noted & {
	kind: 'transferred'
	line: string
	first: string
	last: string
	to: string
	keep: readonly string[]
}

/** A line that the package lacks. Of namesakes the station nearest to the one before is meant, at first to `start`. */
export type AddedLine = Noted & {
	kind: 'line'
	id: number
	name: string
	operator: string
	start: { lat: number; lng: number }
	stations: readonly string[]
}

/** A station near a border whose address is known better than the mesh can tell. */
export type PlacedStation = { kind: 'placed'; station: string; line: string; municipality: number }
