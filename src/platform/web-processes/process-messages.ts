/** From the process that owns the port to a web process. A connection comes along as the message's handle. */
export type ToWebProcess =
	| { kind: 'connection'; id: number }
	/** Another process has taken the place: serve what is open and end. */
	| { kind: 'retire' }
	/** No connection comes after this one. */
	| { kind: 'no-more' }
	| { kind: 'figures-wanted'; id: number }
	| { kind: 'all-figures'; id: number; text: string }

/** From a web process to the one that owns the port. */
export type FromWebProcess =
	/** Connections are welcome. */
	| { kind: 'ready' }
	| { kind: 'taken'; id: number }
	/** Answered by `no-more`. */
	| { kind: 'closing' }
	| { kind: 'figures'; id: number; text: string }
	/** Somebody has asked this process for the figures of all. */
	| { kind: 'all-figures-wanted'; id: number }
