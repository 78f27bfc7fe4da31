/** What a file field for spreadsheets offers to choose: .xlsx, and CSV under its several names. */
export const sheetFilesAccepted =
  '.xlsx,.csv,.txt,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/plain';
