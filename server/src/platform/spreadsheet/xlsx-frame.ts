import { oneLine } from '../text/one-line.ts';

// The parts that are the same in every workbook, and how a sheet begins.

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONSHIPS = 'application/vnd.openxmlformats-package.relationships+xml';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** XML by the part's name. */
export const frame: Readonly<Record<string, string>> = {
  '[Content_Types].xml': oneLine(`
    <Types xmlns="${PACKAGE}/content-types">
      <Default Extension="rels" ContentType="${RELATIONSHIPS}"/>
      <Default Extension="xml" ContentType="application/xml"/>
      <Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
      <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>
      <Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
    </Types>`),
  '_rels/.rels': oneLine(`
    <Relationships xmlns="${PACKAGE}/relationships">
      <Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>
    </Relationships>`),
  'xl/workbook.xml': oneLine(`
    <workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">
      <sheets><sheet name="Lavra" sheetId="1" r:id="rId1"/></sheets>
    </workbook>`),
  'xl/_rels/workbook.xml.rels': oneLine(`
    <Relationships xmlns="${PACKAGE}/relationships">
      <Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
      <Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/>
    </Relationships>`),
  'xl/styles.xml': oneLine(`
    <styleSheet xmlns="${MAIN}">
      <fonts count="2">
        <font><sz val="11"/><name val="Calibri"/></font>
        <font><b/><sz val="11"/><name val="Calibri"/></font>
      </fonts>
      <fills count="2">
        <fill><patternFill patternType="none"/></fill>
        <fill><patternFill patternType="gray125"/></fill>
      </fills>
      <borders count="1"><border/></borders>
      <cellStyleXfs count="1"><xf/></cellStyleXfs>
      <cellXfs count="6">
        <xf/>
        <xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>
        <xf numFmtId="49" applyNumberFormat="1"/>
        <xf numFmtId="4" applyNumberFormat="1"/>
        <xf numFmtId="14" applyNumberFormat="1"/>
        <xf numFmtId="22" applyNumberFormat="1"/>
      </cellXfs>
    </styleSheet>`),
};
/** Indexes of the formats in `cellXfs`. */
export const STYLE = { number: 0, heading: 1, text: 2, amount: 3, date: 4, time: 5 } as const;

/** A sheet up to its columns: the first row stays in view. */
export const sheetStart = oneLine(`
  <worksheet xmlns="${MAIN}">
    <sheetViews>
      <sheetView workbookViewId="0">
        <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>
      </sheetView>
    </sheetViews>`);
