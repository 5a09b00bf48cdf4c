/** Only the usable part of a package without types; its other fields are wrong or not free. */
declare module 'japan-train-data' {
	type Line = { id: number; name: { ja: string } }
	type Station = { id: number; gid: number; name: { ja: string }; location: { lat: number; lng: number }; lines: Line[] }
	const data: { lines: Line[]; stations: Station[] }
	export default data
}
