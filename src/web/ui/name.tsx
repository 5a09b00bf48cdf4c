import { Fragment } from 'react'
import { nameParts } from '../format/name-parts.ts'

/** The name of an office, a company or a person, broken over lines only between its words. */
export function Name({ text }: { text: string }) {
	return (
		<span className="name">
			{nameParts(text).map((part, index) => (
				// oxlint-disable-next-line react/no-array-index-key
				<Fragment key={index}>
					{index > 0 && <wbr />}
					{part}
				</Fragment>
			))}
		</span>
	)
}
