const paths = {
	home: 'M4 11 12 4l8 7M6 9.5V20h4.5v-5.5h3V20H18V9.5',
	cases: 'M3.5 6.5h6l2 2.5h9V19h-17zM3.5 9h8',
	ask: 'M12 5v14M5 12h14',
	kept: 'M12 20S4 14.8 4 9.4A4.3 4.3 0 0 1 12 7.2 4.3 4.3 0 0 1 20 9.4C20 14.8 12 20 12 20z',
	notices: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0',
	today: 'M4.5 6h15v14h-15zM4.5 10h15M8.5 3.5V7M15.5 3.5V7M9 15l2 2 4-4',
	inbox: 'M4 13.5 6.5 5h11l2.5 8.5V19H4zM4 13.5h4.5L10 16h4l1.5-2.5H20',
	flow: 'M4 5h4.5v14H4zM10 5h4.5v9.5H10zM16 5h4v5.5h-4z',
	page: 'M4.5 9.5 6 4.5h12l1.5 5M4.5 9.5a2.5 2.5 0 0 0 5 0 2.5 2.5 0 0 0 5 0 2.5 2.5 0 0 0 5 0M6 12v8h12v-8M10 20v-4.5h4V20',
	more: 'M5 12h.01M12 12h.01M19 12h.01',
	menu: 'M4 6.5h16M4 12h16M4 17.5h16',
} as const

export type WorkIconName = keyof typeof paths

/** A sign beside a word, for eyes alone. */
export const WorkIcon = ({ name }: { name: WorkIconName }) => (
	<svg
		width="24"
		height="24"
		viewBox="0 0 24 24"
		fill="none"
		stroke="currentColor"
		strokeWidth={name === 'more' ? 3 : 1.8}
		strokeLinecap="round"
		strokeLinejoin="round"
		aria-hidden="true"
	>
		<path d={paths[name]} />
	</svg>
)
