import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { markTitle, unmarkTitle } from './refused-title.ts'

/** Spread onto the box: `<div {...useAnswerFocus(refusal)}>`. */
export type AnswerBox<Box extends HTMLElement = HTMLDivElement> = {
	ref: RefObject<Box>
	tabIndex: -1
	autoFocus: true
}

const neverChanges = () => () => {}

/**
 * Scrolls to the box of a refusal and focuses it, once per answer, and marks the page's title. An answer within a
 * loaded document gets its focus from `autofocus`: focusing later would move the customer away.
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
