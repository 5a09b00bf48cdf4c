import type { ReactNode } from 'react'
import type { ChoiceSlot } from '../../http/slots.ts'

/**
 * What a signed-in reader sees by something of their own: one of two elements. On a page that is kept for all of them it is both,
 * between the marks of `slot`, and each reader is sent one of them.
 */
export function Either({ slot, holds, children }: { slot: ChoiceSlot | null; holds: boolean; children: (holds: boolean) => ReactNode }) {
	if (slot === null) return children(holds)
	return (
		<>
			{slot.first}
			{children(true)}
			{slot.second}
			{children(false)}
			{slot.end}
		</>
	)
}
