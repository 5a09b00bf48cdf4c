import type { Point } from '../../domain/geography/distance.ts'
import type { RailLink } from '../../domain/geography/surroundings.ts'

/**
 * Turns coordinates into a small drawing: a sketch map with north at the top, drawn on the server, so that the page
 * carries a few numbers instead of geography. All lengths are units of a canvas of 360 × 300, which on a phone are
 * about CSS pixels.
 */
export const MAP_WIDTH = 360
export const MAP_HEIGHT = 300

const FONT = 12
const MARGIN_X = 62
const MARGIN_TOP = 58
const MARGIN_BOTTOM = 52
/** Minimum width of the map; with less, every office would seem to be at the platform. */
const LEAST_METRES_ACROSS = 1_100
const LABELLED_STATIONS = 12
/** For an office that named no station, one so far off still tells where it is. */
const FAR_STATION_METRES = 12_000

export type MapInput = {
	office: Point
	/** The office's own stations, nearest first. */
	own: readonly { id: number; walkMinutes: number }[]
	stations: readonly (Point & { id: number; name: string })[]
	links: readonly RailLink[]
	neighbours: readonly (Point & { name: string })[]
}

export type MapLabel = { x: number; y: number; text: string; anchor: 'start' | 'middle' | 'end' }

export type MapDrawing = {
	office: { x: number; y: number }
	/** Path data of the lines of JR and of all others. */
	rails: { jr: string; other: string }
	stations: { id: number; x: number; y: number; own: boolean; label: MapLabel | null }[]
	/** The straight way to the nearest station. */
	walk: { x: number; y: number; label: MapLabel | null } | null
	/** Circles of equal distance around the office. */
	rings: { r: number; label: MapLabel }[]
	/** Names of municipalities near by; `angle` turns an arrow to those beyond the edge. */
	places: (MapLabel & { arrow: { x: number; y: number; angle: number } | null })[]
	scale: { width: number; text: string }
}

type Box = { left: number; top: number; right: number; bottom: number }

const METRES_PER_DEGREE = 111_195
const rounded = (value: number) => Math.round(value * 10) / 10

const textUnits = (text: string, size: number) =>
	Array.from(text).reduce((width, character) => width + (character < '\u0250' ? 0.6 : 1), 0) * size

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function labelBox({ x, y, text, anchor }: MapLabel, size: number): Box {
	const width = textUnits(text, size)
	const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
	return { left: left - 2, top: y - size, right: left + width + 2, bottom: y + size * 0.3 }
}

const insideFrame = (box: Box) => box.left >= 4 && box.top >= 4 && box.right <= MAP_WIDTH - 4 && box.bottom <= MAP_HEIGHT - 4

/** Projects, chooses the scale and puts the labels where they do not cover each other. */
export function layOutMap(input: MapInput): MapDrawing {
	const { place, unit, own, shown } = projectionOf(input)
	const pin = place(input.office)
	const scale = scaleBar(unit)
	const { take, reserve } = createLabels([
		// The pin, the scale bar and the north arrow keep their places.
		{ left: pin.x - 15, top: pin.y - 36, right: pin.x + 15, bottom: pin.y + 5 },
		{ left: 0, top: MAP_HEIGHT - 34, right: scale.width + 24, bottom: MAP_HEIGHT },
		{ left: MAP_WIDTH - 36, top: 0, right: MAP_WIDTH, bottom: 46 },
	])

	const visible = input.stations
		.map((station) => ({ ...station, ...place(station), own: own.some(({ id }) => id === station.id) }))
		.filter(({ x, y }) => x > 4 && y > 4 && x < MAP_WIDTH - 4 && y < MAP_HEIGHT - 4)
	for (const { x, y } of visible) reserve({ left: x - 6, top: y - 6, right: x + 6, bottom: y + 6 })
	const order = visible.toSorted((a, b) => Number(b.own) - Number(a.own))
	const labels = new Map(order.slice(0, LABELLED_STATIONS).map((station) => [station.id, take(around(station, station.name), FONT)]))

	const nearest = shown[0]
	const goal = nearest ? place(nearest) : null
	const walk =
		goal && nearest
			? { ...goal, label: nearest.walkMinutes <= 30 ? take(beside(pin, goal, `徒歩${nearest.walkMinutes}分`), 11) : null }
			: null
	const rings = ringsAround(pin, unit, take)
	const places = input.neighbours.flatMap((neighbour) => placeLabel(neighbour.name, place(neighbour), pin, take))
	return {
		office: pin,
		rails: railsOf(input, place),
		stations: visible.map(({ id, x, y, own }) => ({ id, x, y, own, label: labels.get(id) ?? null })),
		walk,
		rings,
		places: places.slice(0, 5),
		scale,
	}
}

type Spot = { x: number; y: number }
type Place = (point: Point) => Spot
/** Returns the first candidate that fits and reserves its space; null if none does. */
type Take = (candidates: readonly MapLabel[], size: number) => MapLabel | null

/** Chooses the part of the world that the map shows. `unit` is in metres, `shown` are those own stations that decide on it. */
function projectionOf({ office, ...input }: MapInput) {
	const shrink = Math.cos((office.lat * Math.PI) / 180)
	const metres = (point: Point): Spot => ({
		x: (point.lng - office.lng) * METRES_PER_DEGREE * shrink,
		y: (office.lat - point.lat) * METRES_PER_DEGREE,
	})
	const byId = new Map(input.stations.map((station) => [station.id, station]))
	const own = input.own.flatMap(({ id, walkMinutes }) => {
		const station = byId.get(id)
		return station ? [{ ...station, walkMinutes, metres: metres(station) }] : []
	})
	const shown = framedStations(own)
	const framed = shown.length > 0 ? shown.map((station) => station.metres) : nearestWithin(input.stations.map(metres), FAR_STATION_METRES)
	const xs = [0, ...framed.map(({ x }) => x)]
	const ys = [0, ...framed.map(({ y }) => y)]
	const width = Math.max(...xs) - Math.min(...xs)
	const height = Math.max(...ys) - Math.min(...ys)
	const unit = Math.max(
		width / (MAP_WIDTH - 2 * MARGIN_X),
		height / (MAP_HEIGHT - MARGIN_TOP - MARGIN_BOTTOM),
		LEAST_METRES_ACROSS / MAP_WIDTH,
	)
	const middle = { x: (Math.max(...xs) + Math.min(...xs)) / 2, y: (Math.max(...ys) + Math.min(...ys)) / 2 }
	const place: Place = (point) => {
		const at = metres(point)
		return {
			x: rounded(MAP_WIDTH / 2 + (at.x - middle.x) / unit),
			y: rounded((MAP_HEIGHT + MARGIN_TOP - MARGIN_BOTTOM) / 2 + (at.y - middle.y) / unit),
		}
	}
	return { place, unit, own, shown }
}

/** Places labels so that none covers another or one of the `taken` boxes. */
function createLabels(taken: Box[]): { take: Take; reserve: (box: Box) => void } {
	return {
		reserve: (box) => void taken.push(box),
		take(candidates, size) {
			const label = candidates.find((candidate) => {
				const box = labelBox(candidate, size)
				return insideFrame(box) && !taken.some((other) => meet(box, other))
			})
			if (!label) return null
			taken.push(labelBox(label, size))
			return { ...label, x: rounded(label.x), y: rounded(label.y) }
		},
	}
}

function railsOf({ stations, links }: MapInput, place: Place): MapDrawing['rails'] {
	const placeById = new Map(stations.map((station) => [station.id, place(station)]))
	const path = (rail: RailLink['rail']) =>
		links
			.filter((link) => link.rail === rail)
			.flatMap(({ from, to }) => {
				const start = placeById.get(from)
				const end = placeById.get(to)
				return start && end && crossesFrame(start, end) ? [`M${start.x} ${start.y}L${end.x} ${end.y}`] : []
			})
			.join('')
	return { jr: path('jr'), other: path('other') }
}

/** The circles whose label finds a place somewhere on them. */
function ringsAround(pin: Spot, unit: number, take: Take): MapDrawing['rings'] {
	return ringsOf(unit).flatMap(({ r, text }) => {
		const label = take(
			[0, 180, 90, 270, 45, 135, 225, 315].map((degrees) => {
				const angle = (degrees * Math.PI) / 180
				return { x: pin.x + r * Math.sin(angle), y: pin.y - r * Math.cos(angle) + 4, text, anchor: 'middle' as const }
			}),
			10,
		)
		return label ? [{ r: rounded(r), label }] : []
	})
}

/** The nearest station always; the others where they do not make the map much smaller. */
function framedStations<S extends { metres: Spot }>(own: readonly S[]): S[] {
	const distance = ({ metres }: S) => Math.hypot(metres.x, metres.y)
	const first = own[0]
	if (!first) return []
	return own.filter((station) => distance(station) <= Math.max(1_200, distance(first) * 1.8))
}

/** The nearest of some points, as a list, or none where even that is too far. */
function nearestWithin(points: readonly Spot[], metres: number): Spot[] {
	const nearest = points.toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))[0]
	return nearest && Math.hypot(nearest.x, nearest.y) <= metres ? [nearest] : []
}

const around = ({ x, y }: Spot, text: string): MapLabel[] => [
	{ x: x + 9, y: y + 4, text, anchor: 'start' },
	{ x: x - 9, y: y + 4, text, anchor: 'end' },
	{ x, y: y - 10, text, anchor: 'middle' },
	{ x, y: y + 20, text, anchor: 'middle' },
	{ x: x + 8, y: y - 8, text, anchor: 'start' },
	{ x: x - 8, y: y - 8, text, anchor: 'end' },
	{ x: x + 8, y: y + 16, text, anchor: 'start' },
	{ x: x - 8, y: y + 16, text, anchor: 'end' },
]

/** Places beside the middle of a line. */
function beside(from: Spot, to: Spot, text: string): MapLabel[] {
	return [0.5, 0.4, 0.6, 0.3].flatMap((part): MapLabel[] => {
		const x = from.x + (to.x - from.x) * part
		const y = from.y + (to.y - from.y) * part
		return [
			{ x: x + 8, y: y + 4, text, anchor: 'start' },
			{ x: x - 8, y: y + 4, text, anchor: 'end' },
			{ x, y: y - 8, text, anchor: 'middle' },
			{ x, y: y + 17, text, anchor: 'middle' },
		]
	})
}

/** A neighbouring municipality where its middle is, or at the edge with an arrow towards it. */
function placeLabel(text: string, at: Spot, pin: Spot, take: Take): MapDrawing['places'] {
	const within = at.x > 30 && at.y > 20 && at.x < MAP_WIDTH - 30 && at.y < MAP_HEIGHT - 20
	if (within) {
		const label = take(
			[0, 16, -16].map((dy) => ({ ...at, y: at.y + dy, text, anchor: 'middle' as const })),
			11,
		)
		return label ? [{ ...label, arrow: null }] : []
	}
	const dx = at.x - pin.x
	const dy = at.y - pin.y
	const inset = 14
	const reach = Math.min(
		dx > 0 ? (MAP_WIDTH - inset - pin.x) / dx : dx < 0 ? (inset - pin.x) / dx : Infinity,
		dy > 0 ? (MAP_HEIGHT - inset - pin.y) / dy : dy < 0 ? (inset - pin.y) / dy : Infinity,
	)
	const x = pin.x + dx * reach
	const y = pin.y + dy * reach
	// The name is inside the arrow: left of one at the right edge, and so on.
	const label = take(
		[
			x > MAP_WIDTH - 30
				? { x: x - 8, y: y + 4, text, anchor: 'end' }
				: x < 30
					? { x: x + 8, y: y + 4, text, anchor: 'start' }
					: y < MAP_HEIGHT / 2
						? { x, y: y + 17, text, anchor: 'middle' }
						: { x, y: y - 9, text, anchor: 'middle' },
		],
		11,
	)
	return label ? [{ ...label, arrow: { x: rounded(x), y: rounded(y), angle: Math.round((Math.atan2(dy, dx) * 180) / Math.PI) } }] : []
}

const crossesFrame = (a: Spot, b: Spot) =>
	Math.max(a.x, b.x) > 0 && Math.min(a.x, b.x) < MAP_WIDTH && Math.max(a.y, b.y) > 0 && Math.min(a.y, b.y) < MAP_HEIGHT

const lengthText = (metres: number) => (metres < 1_000 ? `${metres}m` : `${metres / 1_000}km`)

function scaleBar(unit: number): MapDrawing['scale'] {
	const length = [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100].find((metres) => metres / unit <= 90) ?? 100
	return { width: rounded(length / unit), text: lengthText(length) }
}

/** At most two circles that are neither hidden by the pin nor outside the frame. */
const ringsOf = (unit: number) =>
	[400, 800, 1_600, 3_200, 6_400, 12_800]
		.map((metres) => ({ r: metres / unit, text: lengthText(metres) }))
		.filter(({ r }) => r >= 56 && r <= 165)
		.slice(0, 2)
