/** Figures of one process, in the text format of Prometheus. */
export type ProcessFigures = { process: number; text: string }

/**
 * Makes one page of the figures of several processes: each sample gets the label `process`. They are not added up, because the sum of
 * counters falls when one of the processes begins again, which looks like a restart of all.
 */
export function mergeFigures(pages: readonly ProcessFigures[]): string {
	const families = new Map<string, { about: string[]; samples: string[] }>()
	for (const { process, text } of pages) {
		let family = { about: [] as string[], samples: [] as string[] }
		for (const line of text.split('\n')) {
			const [, kind, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
			if (kind !== undefined && name !== undefined) {
				const known = families.get(name)
				family = known ?? { about: [], samples: [] }
				if (known === undefined) families.set(name, family)
				if (!family.about.some((other) => other.startsWith(`# ${kind} `))) family.about.push(line)
			} else if (line !== '' && !line.startsWith('#')) family.samples.push(labelled(line, process))
		}
	}
	return `${[...families.values()].flatMap(({ about, samples }) => [...about, ...samples]).join('\n')}\n`
}

function labelled(sample: string, process: number): string {
	const label = `process="${process}"`
	const [, name = '', labels, value = ''] = /^([^\s{]+)(?:\{(.*)\})? (\S+.*)$/.exec(sample) ?? []
	return `${name}{${labels ? `${label},${labels}` : label}} ${value}`
}
