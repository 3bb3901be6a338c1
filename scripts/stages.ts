/**
 * Parts in their order, those that run at the same time together: one that is `beside` begins with
 * the part before it.
 */
export function stagesOf<P extends { beside?: true }>(parts: readonly P[]): P[][] {
  const stages: P[][] = [];
  for (const part of parts) {
    const stage = stages.at(-1);
    if (part.beside && stage) stage.push(part);
    else stages.push([part]);
  }
  return stages;
}
