/** 「約320m」「約1.4km」: rounded to the precision of a straight line. */
export function distanceText(metres: number): string {
	if (metres < 995) return `約${Math.max(10, Math.round(metres / 10) * 10)}m`
	return metres < 9_950 ? `約${(metres / 1000).toFixed(1)}km` : `約${Math.round(metres / 1000)}km`
}

/** 「三鷹駅 徒歩5分」. Beyond half an hour the distance is given instead. */
export function accessText(station: { name: string; walkMinutes: number; distanceMetres: number }): string {
	return station.walkMinutes > 30
		? `${station.name}駅から${distanceText(station.distanceMetres)}`
		: `${station.name}駅 徒歩${station.walkMinutes}分`
}
