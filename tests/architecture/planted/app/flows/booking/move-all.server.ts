export const moveAll = (moved: Moved) => [moved.moveBlindly(1), moved.requireSequence(1), moved.moveBlindly(2)]
export const moveOne = (moved: Moved) => [moved.moveAsRead(1)]
export const moveGuarded = (moved: Moved) => [moved.requireSequence(1), ...movedBy(moved)]
export const leaveAll = (moved: Moved) => [moved.leaveBlindly('a')]

function movedBy(moved: Moved) {
	return [moved.moveBlindly(3)]
}
