import { distanceMetres, type Point } from './distance.ts'

/**
 * Estimates the location of an office without coordinates from the stations it names and the walks from them. Pure and
 * deterministic, so that an estimated point can be told from one that was set.
 */

/** 80 m a minute on 1.25 × the straight line, as everywhere. */
export const METRES_A_MINUTE = 80 / 1.25

export type NamedStation = Point & { walkMinutes: number }

const METRES_PER_DEGREE = 111_195
/** Steps of the search; it converges after about twenty. */
const STEPS = 60

const rounded = ({ lat, lng }: Point): Point => ({ lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 })

/**
 * The point whose distances from the stations fit their walks best, nearer stations weighing more. Which side of the rails it
 * is on is unknown, so it leans towards the municipality's middle. Without stations it is that middle.
 */
export function pointFromStations(stations: readonly NamedStation[], middle: Point): Point {
	const [nearest] = stations.toSorted((a, b) => a.walkMinutes - b.walkMinutes)
	if (!nearest) return { lat: middle.lat, lng: middle.lng }
	const shrink = Math.cos((nearest.lat * Math.PI) / 180)
	const metres = (point: Point) => ({
		x: (point.lng - nearest.lng) * METRES_PER_DEGREE * shrink,
		y: (point.lat - nearest.lat) * METRES_PER_DEGREE,
	})
	const goals = stations.map((station) => ({ ...metres(station), far: station.walkMinutes * METRES_A_MINUTE }))
	const towards = metres(middle)
	const way = Math.hypot(towards.x, towards.y)
	const first = nearest.walkMinutes * METRES_A_MINUTE
	let at = way < 1 ? { x: 0, y: first } : { x: (towards.x / way) * first, y: (towards.y / way) * first }
	for (let step = 0; step < STEPS && goals.length > 1; step++) {
		let [weight, x, y] = [0, 0, 0]
		for (const goal of goals) {
			// Each station pulls the point onto its own circle.
			const distance = Math.hypot(at.x - goal.x, at.y - goal.y) || 1
			weight += 1 / goal.far
			x += (goal.x + ((at.x - goal.x) / distance) * goal.far) / goal.far
			y += (goal.y + ((at.y - goal.y) / distance) * goal.far) / goal.far
		}
		at = { x: x / weight, y: y / weight }
	}
	return rounded({ lat: nearest.lat + at.y / METRES_PER_DEGREE, lng: nearest.lng + at.x / (METRES_PER_DEGREE * shrink) })
}

/** What the point of an office comes from, the most precise first. All but the first are estimates. */
export const pointBases = ['exact', 'stations', 'near_station', 'municipality'] as const
export type PointBasis = (typeof pointBases)[number]

/** Derives what a point comes from: the municipality's middle, a station, the office's stations and the walks, or none of these. */
export function pointBasisOf(office: Point, stations: readonly NamedStation[], middle: Point): PointBasis {
	const isAt = (point: Point) => distanceMetres(point, office) < 1
	if (stations.length > 0 && isAt(pointFromStations(stations, middle))) return 'stations'
	if (stations.some(isAt)) return 'near_station'
	return isAt(middle) ? 'municipality' : 'exact'
}

/** Coordinates as they are typed, or as a map gives them in one piece: 「35.70, 139.56」 in the first field counts for both. */
export function typedPoint(typedLat: string, typedLng: string): { lat: number | null; lng: number | null } {
	const [lat = '', lng = typedLng] = typedLat
		.normalize('NFKC')
		.trim()
		.split(/\s*[,、]\s*/)
	const degrees = (typed: string, least: number, most: number) => {
		const text = typed.normalize('NFKC').trim()
		return /^\d{2,3}(?:\.\d{1,20})?$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null
	}
	return { lat: degrees(lat, 20, 46), lng: degrees(lng, 122, 154) }
}
