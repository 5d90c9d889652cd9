import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Projects by how long their files take, the slowest first. A slow file that began last would delay the end of the run.
 */
const order = ["portal", "packages", "e2e", "simulation", "faults"];

const placeOf = ({ project }: TestSpecification): number => {
  const place = order.indexOf(project.name);
  return place < 0 ? order.length : place;
};

/** Begins with the slowest projects, most of which run programs. Within a project it keeps Vitest's order, the longest file first. */
export class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
