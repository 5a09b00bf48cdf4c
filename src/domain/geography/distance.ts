export type Point = { lat: number; lng: number }

const EARTH_RADIUS_M = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in metres (haversine on the mean sphere, within 0.5% of the ellipsoid in Japan). */
export function distanceMetres(from: Point, to: Point): number {
	const dLat = radians(to.lat - from.lat)
	const dLng = radians(to.lng - from.lng)
	const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2
	return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}
