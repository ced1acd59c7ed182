import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { markTitle, unmarkTitle } from './refused-title.ts'

/** What the box gets: `<div {...useAnswerFocus(refusal)}>`. */
export type AnswerBox<Box extends HTMLElement = HTMLDivElement> = {
	ref: RefObject<Box>
	tabIndex: -1
	autoFocus: true
}

const neverChanges = () => () => {}

/**
 * Brings the box that says why a post was refused into view, with focus, for each answer: the same refusal twice is
 * two answers. The page's title says that it is a refusal, where it is one. An answer that arrived with the page has
 * its focus from the HTML (`autofocus`), before script runs: later it would take the customer away from where they
 * are.
 */
export function useAnswerFocus<Box extends HTMLElement = HTMLDivElement>(
	answer: unknown,
	isRefusal = true,
): AnswerBox<Box> {
	const box = useRef<Box>(null)
	const isHydrating = useSyncExternalStore(
		neverChanges,
		() => false,
		() => true,
	)
	const arrivedWithPage = useRef(isHydrating ? answer : null)
	useEffect(() => {
		if (!answer) return
		if (arrivedWithPage.current !== answer) box.current?.focus()
		if (!isRefusal) return
		markTitle()
		return unmarkTitle
	}, [answer, isRefusal])
	return { ref: box, tabIndex: -1, autoFocus: true }
}
