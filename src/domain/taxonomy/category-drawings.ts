const drawings: Readonly<Record<string, string>> = {
	funding: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8.5 7.5 12 12l3.5-4.5M12 12v5M9.3 12.6h5.4M9.3 15h5.4',
	'startup-loan': 'M4 10v10h16V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0ZM10 20v-5h4v5',
	subsidy: 'M6 3h8l4 4v14H6ZM14 3v4h4M12 10v6M9.5 12.5 12 10l2.5 2.5M9 18.5h6',
	incorporation: 'M5 21V5l8-2v18M13 9l6 2v10M3 21h18M8 8h2M8 12h2M8 16h2M16 14h.5M16 17.5h.5',
	'tax-accounting': 'M6 3h12v18H6ZM9 6.5h6v3H9ZM9 13h.5M12 13h.5M15 13h.5M9 17h.5M12 17h.5M15 17h.5',
	labor:
		'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-4 2.8-6 6.5-6s6.5 2 6.5 6M16 4.4a3.5 3.5 0 0 1 0 6.2M18 14.4c2.2.8 3.5 2.7 3.5 5.6',
	legal: 'M12 3v18M7 21h10M5 6.5h14M5 6.5 2.5 13a2.7 2.7 0 0 0 5 0ZM19 6.5 16.5 13a2.7 2.7 0 0 0 5 0Z',
	permit: 'M9.5 3h5v5l2 3.5H20V16H4v-4.5h3.5l2-3.5ZM5 20h14',
	ip: 'M9 17.5c0-2.5-3-3.8-3-8a6 6 0 0 1 12 0c0 4.2-3 5.5-3 8ZM9.5 21h5M12 12.5v5M10 10.5l2 2 2-2',
	succession: 'M4 8h13M13.5 4.5 17 8l-3.5 3.5M20 16H7M10.5 12.5 7 16l3.5 3.5',
	inheritance: 'M3 11.5 12 4l9 7.5M5.5 9.5V20h13V9.5M12 12.5v7.5M12 15.5l2.5-2M12 17.5l-2.5-2',
	'it-dx': 'M3 4.5h18v12H3ZM8.5 20.5h7M12 16.5v4M9.5 8 7 10.5 9.5 13M14.5 8l2.5 2.5-2.5 2.5',
}
const signpost = 'M12 3v18M12 5h7l2 2.5-2 2.5h-7M12 12H5l-2 2.5L5 17h7M8 21h8'

/** The line drawing of a category by its slug, as an SVG path on a grid of 24. A category without one has a signpost. */
export const categoryDrawing = (slug: string): string => (Object.hasOwn(drawings, slug) ? drawings[slug] : undefined) ?? signpost
