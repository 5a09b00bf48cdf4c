/** pg-boss names the queue and worker of an error. */
const faultOf = ({ message }: Error): string => message.replace(/ \(Queue: [^)]*\)$/, '')

/**
 * Reports an error, and the same one only a minute later, with how often it came in between: while the database is away
 * each worker of each queue reports it at every poll.
 */
export function oncePerMinute(report: (error: Error, repeated: number) => void, clock: () => number = Date.now): (error: Error) => void {
	const reported = new Map<string, { at: number; repeated: number }>()
	return (error) => {
		const now = clock()
		const fault = faultOf(error)
		const earlier = reported.get(fault)
		if (earlier && now - earlier.at < 60_000) return void earlier.repeated++
		for (const [known, { at }] of reported) if (now - at >= 60_000) reported.delete(known)
		reported.set(fault, { at: now, repeated: 0 })
		report(error, earlier?.repeated ?? 0)
	}
}
