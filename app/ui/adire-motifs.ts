/** Motifs of adire cloth as tiles: `lines` are drawn thin, `dots` thick. */
export interface Motif {
	width: number
	height: number
	lines: string
	dots?: string
}

export const motifs: readonly Motif[] = [
	// Rings around a tied pebble.
	{ width: 32, height: 32, lines: 'M16 6a10 10 0 1 0 .1 0z', dots: 'M16 16h0M0 0h0M32 0h0M0 32h0M32 32h0' },
	// Folded lattice.
	{ width: 26, height: 26, lines: 'M0 0l26 26M26 0L0 26', dots: 'M13 0h0M0 13h0M26 13h0M13 26h0' },
	// Scales of the fish.
	{ width: 28, height: 20, lines: 'M0 10a14 10 0 0 0 28 0M-14 0a14 10 0 0 0 28 0M14 0a14 10 0 0 0 28 0' },
	// Four leaves.
	{
		width: 34,
		height: 34,
		lines: 'M17 17Q5 15 4 4 15 5 17 17 29 19 30 30 19 29 17 17 19 5 30 4 29 15 17 17 15 29 4 30 5 19 17 17',
		dots: 'M17 2h0M2 17h0M32 17h0M17 32h0',
	},
	// Combs.
	{
		width: 30,
		height: 24,
		lines: 'M0 3h30M0 8h30M4 8v9M11 8v9M19 8v9M26 8v9',
		dots: 'M4 21h0M11 21h0M19 21h0M26 21h0',
	},
	// Hills, one behind the other.
	{ width: 34, height: 28, lines: 'M0 26L17 4l17 22M8 26l9-12 9 12M0 26h34', dots: 'M17 22h0M0 8h0M34 8h0' },
	// Frames within frames.
	{ width: 32, height: 32, lines: 'M3 3h26v26H3zM10 10h12v12H10z', dots: 'M16 16h0' },
	// The lagoon.
	{ width: 28, height: 21, lines: 'M0 5q7-7 14 0t14 0M0 12q7-7 14 0t14 0M0 19q7-7 14 0t14 0' },
	// Stars.
	{
		width: 32,
		height: 32,
		lines: 'M16 5v22M5 16h22M8.5 8.5l15 15M23.5 8.5l-15 15',
		dots: 'M0 0h0M32 0h0M0 32h0M32 32h0',
	},
	// Snail shells.
	{
		width: 34,
		height: 30,
		lines: 'M17 15a3 3 0 0 1 6 0 6 6 0 0 1-12 0 9 9 0 0 1 18 0 12 12 0 0 1-22 7',
		dots: 'M3 4h0M31 27h0',
	},
	// Seeds on a string.
	{ width: 24, height: 24, lines: 'M12 0v4M12 20v4M12 4q8 8 0 16-8-8 0-16', dots: 'M0 12h0M24 12h0' },
	// Crossing paths.
	{ width: 30, height: 30, lines: 'M0 12h12V0M30 12H18V0M0 18h12v12M30 18H18v12', dots: 'M15 15h0' },
]
