/** How near the name of a town is to that of a station: 下連雀 and 三鷹 share nothing, 恵比寿南 and 恵比寿 nearly all. */
export function townStationLikeness(town: string, station: string): number {
	const stem = station.replace(/^(新|西|東|南|北|中)(?=..)/, '').replace(/(駅前|公園|市役所前|大学前|町|前)$/, '')
	if (stem.length < 2) return town === station ? 1 : 0
	if (town.startsWith(stem)) return 1
	return town.includes(stem) || (town.length >= 2 && stem.startsWith(town)) ? 0.6 : 0
}
