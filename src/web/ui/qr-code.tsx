import makeCode from 'qrcode-generator'

/** Empty points around the code, as its standard asks for. */
const MARGIN = 4

/** A QR code as one path, drawn with the page: the text leaves for no other server, and no script is needed. */
export function QrCode({ text, label }: { text: string; label: string }) {
	const code = makeCode(0, 'M')
	code.addData(text)
	code.make()
	const count = code.getModuleCount()
	const places = Array.from({ length: count }, (_, place) => place)
	const path = places.flatMap((row) => places.map((column) => (code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : ''))).join('')
	const side = count + 2 * MARGIN
	return (
		<svg
			role="img"
			aria-label={label}
			width="200"
			height="200"
			viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
			shapeRendering="crispEdges"
		>
			<path fill="#fff" d={`M${-MARGIN} ${-MARGIN}h${side}v${side}h${-side}z`} />
			<path fill="#000" d={path} />
		</svg>
	)
}
