/**
 * The limits of docs/rules.md that can be measured, one for each number there. The bench and tests/budgets take them
 * from here, and tests/unit/docs compares them with the page. Sizes are KB after gzip.
 */
export const limits = {
	P1: { pageKb: 10, bookingStepKb: 8, checkoutKb: 9 },
	P2: { cssKb: 5 },
	P3: { inlineScriptKb: 2 },
	/** What a page of ours may fetch beyond the script of the stock page. */
	P5: { ownScriptKb: 25 },
	P7: { tripsOfPage: 1 },
	P8: { timesDateLoop: { with20: 200, with200: 350 } },
	P9a: { timesStock: 1.75 },
	/** On a replica's kept stream; and what opening the schema costs the primary, beside the 0.4 ms of one table. */
	P9b: { msPerPage: 1.2, timesOneTable: 4.5 },
	P9c: { timesStock: 0.15 },
	/** From the services to the confirmation, with the trips for its mails. */
	P9d: { tripsOfBooking: 12 },
	/**
	 * The modules that a start of the Worker evaluates, all that are uploaded, CPU of a start, and CPU of the first page
	 * of each area after it (decision 099). The platform takes 3 MB after gzip.
	 */
	P10: { startKb: 184, uploadKb: 2_500, timesStockStart: 2.2, areaMs: 60 },
	P12: { lcpMsOnSlow4g: 900, lcpMsOn3g: 1_100, inpMs: 80 },
	P13: { growth: 1.2 },
	/** With its mails, and without. */
	P14: { msPerPost: 18, msWithoutMail: 12, guestsAtOnce: 128 },
	P15: { heapMb: 128, growth: 1.1 },
	P16: { seconds: 60, shops: 10_000 },
	P17: { msPerInvocation: 1_000, shops: 50_000 },
	/** The worker that answers without a line, and all that it keeps on a phone. */
	P18: { serviceWorkerKb: 3, keptKb: 60 },
} as const
