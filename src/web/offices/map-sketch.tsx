import { MAP_HEIGHT, MAP_WIDTH, type MapDrawing, type MapLabel } from './map-layout.ts'
import styles from './map-sketch.module.css'

/** A sketch map of an office and the stations around it, drawn from our own coordinates. */
export function MapSketch({ drawing, label }: { drawing: MapDrawing; label: string }) {
	const { office, rails, stations, walk, rings, places, scale } = drawing
	return (
		<svg className={styles.map} viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} role="img" aria-label={label}>
			<rect className={styles.ground} width={MAP_WIDTH} height={MAP_HEIGHT} />
			{rings.map(({ r }) => (
				<circle key={r} className={styles.ring} cx={office.x} cy={office.y} r={r} />
			))}
			{rails.other && <path className={styles.rail} d={rails.other} />}
			{rails.jr && <path className={styles.railJr} d={rails.jr} />}
			{rails.jr && <path className={styles.railJrDashes} d={rails.jr} />}
			{walk && <path className={styles.walk} d={`M${office.x} ${office.y}L${walk.x} ${walk.y}`} />}
			{rings.map(({ label: ring }) => (
				<Label key={ring.text} label={ring} className={styles.ringLabel} />
			))}
			{places.map((place) => (
				<g key={place.text}>
					{place.arrow && (
						<path
							className={styles.arrow}
							d="M5 0L-3 4V-4Z"
							transform={`translate(${place.arrow.x} ${place.arrow.y}) rotate(${place.arrow.angle})`}
						/>
					)}
					<Label label={place} className={styles.place} />
				</g>
			))}
			{stations.map(({ id, x, y, own }) => (
				<circle key={id} className={own ? styles.ownStation : styles.station} cx={x} cy={y} r={own ? 5.5 : 3.5} />
			))}
			{stations.map(
				({ id, own, label: name }) =>
					name && <Label key={id} label={{ ...name, text: name.text }} className={own ? styles.ownName : styles.name} />,
			)}
			{walk?.label && <Label label={walk.label} className={styles.walkLabel} />}
			<path
				className={styles.pin}
				d="M0 0C-3-7-13-13-13-22A13 13 0 1 1 13-22C13-13 3-7 0 0Z"
				transform={`translate(${office.x} ${office.y})`}
			/>
			<circle className={styles.pinEye} cx={office.x} cy={office.y - 22} r={5} />
			<path className={styles.scale} d={`M12 ${MAP_HEIGHT - 17}v5h${scale.width}v-5`} />
			<text className={styles.scaleText} x={12 + scale.width / 2} y={MAP_HEIGHT - 17} textAnchor="middle">
				{scale.text}
			</text>
			<path className={styles.north} d={`M${MAP_WIDTH - 18} 10l6 16-6-4-6 4z`} />
			<text className={styles.scaleText} x={MAP_WIDTH - 18} y={39} textAnchor="middle">
				北
			</text>
		</svg>
	)
}

const Label = ({ label, className }: { label: MapLabel; className: string | undefined }) => (
	<text className={className} x={label.x} y={label.y} textAnchor={label.anchor === 'start' ? undefined : label.anchor}>
		{label.text}
	</text>
)
